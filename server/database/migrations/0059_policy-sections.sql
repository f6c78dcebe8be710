CREATE TABLE "device_override" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"conditions" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_automation" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_automation_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"policy_id" integer NOT NULL,
	"key" uuid NOT NULL,
	"enabled" boolean NOT NULL,
	"script_id" integer,
	"script_name" text NOT NULL,
	"parameters" text NOT NULL,
	"variables" jsonb NOT NULL,
	"run_as" text NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"schedule" jsonb NOT NULL,
	"user_id" integer,
	"created_by" text NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	CONSTRAINT "policy_automation_once" UNIQUE("policy_id","key")
);
--> statement-breakpoint
CREATE TABLE "policy_automation_target" (
	"script_run_id" uuid NOT NULL,
	"node_id" integer NOT NULL,
	"automation_id" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policy_automation_target_pk" PRIMARY KEY("script_run_id","node_id")
);
--> statement-breakpoint
ALTER TABLE "script_run" ADD COLUMN "policy_id" integer;--> statement-breakpoint
ALTER TABLE "script_run" ADD COLUMN "policy_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "device_override" ADD CONSTRAINT "device_override_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation" ADD CONSTRAINT "policy_automation_policy_id_policy_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation" ADD CONSTRAINT "policy_automation_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."script"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation" ADD CONSTRAINT "policy_automation_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation_target" ADD CONSTRAINT "policy_automation_target_script_run_id_script_run_id_fk" FOREIGN KEY ("script_run_id") REFERENCES "public"."script_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation_target" ADD CONSTRAINT "policy_automation_target_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_automation_target" ADD CONSTRAINT "policy_automation_target_automation_id_policy_automation_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."policy_automation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policy_automation_due" ON "policy_automation" USING btree ("next_run_at") WHERE "policy_automation"."enabled";--> statement-breakpoint
CREATE INDEX "policy_automation_target_node" ON "policy_automation_target" USING btree ("node_id");--> statement-breakpoint
CREATE INDEX "policy_automation_target_of" ON "policy_automation_target" USING btree ("automation_id");--> statement-breakpoint
ALTER TABLE "script_run" ADD CONSTRAINT "script_run_policy_id_policy_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy"("id") ON DELETE set null ON UPDATE no action;