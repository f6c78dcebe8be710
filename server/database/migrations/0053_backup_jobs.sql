CREATE TABLE "backup_job" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "backup_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"node_id" integer NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desired_state" (
	"node_id" integer NOT NULL,
	"kind" text NOT NULL,
	"version" integer NOT NULL,
	"next_at" timestamp (3) with time zone,
	"answered_version" integer,
	"outcome" text,
	"answered_at" timestamp (3) with time zone,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "desired_state_once" PRIMARY KEY("node_id","kind")
);
--> statement-breakpoint
ALTER TABLE "backup_job" ADD CONSTRAINT "backup_job_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desired_state" ADD CONSTRAINT "desired_state_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "backup_job_name" ON "backup_job" USING btree ("node_id",lower("name"));--> statement-breakpoint
CREATE INDEX "desired_state_next" ON "desired_state" USING btree ("next_at") WHERE "desired_state"."next_at" is not null;