CREATE TABLE "run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"organization_id" integer,
	"ip" text NOT NULL,
	"input" text,
	"state" text NOT NULL,
	"progress" jsonb NOT NULL,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"refusal" jsonb,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"holder" uuid,
	"lease_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_item" (
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"key" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "run_item_seq" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_item" ADD CONSTRAINT "run_item_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_active" ON "run" USING btree ("created_at") WHERE "run"."state" in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "run_once" ON "run" USING btree ("user_id","kind","subject") WHERE "run"."state" in ('queued', 'running') and "run"."subject" <> '';--> statement-breakpoint
CREATE INDEX "run_expiry" ON "run" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "run_item_key" ON "run_item" USING btree ("run_id","key");