CREATE TABLE "scheduled_screen" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"flow" text NOT NULL,
	"screen" text NOT NULL,
	"text" text NOT NULL,
	"base" integer NOT NULL,
	"note" text NOT NULL,
	"user_id" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "scheduled_screen_flow_screen_pk" PRIMARY KEY("flow","screen")
);
--> statement-breakpoint
ALTER TABLE "screen_version" ADD COLUMN "commit" text;--> statement-breakpoint
ALTER TABLE "screen_version" ADD COLUMN "not_committed" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_screen" ADD CONSTRAINT "scheduled_screen_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screen_version_uncommitted" ON "screen_version" USING btree ("published_at") WHERE "screen_version"."commit" is null;