CREATE TABLE "scheduled_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"skip_if_offline" boolean NOT NULL,
	"schedule" jsonb NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"user_id" integer,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scheduled_task_target" (
	"task_id" integer NOT NULL,
	"node_id" integer NOT NULL,
	"command_id" uuid NOT NULL,
	"signature" text NOT NULL,
	"state" text DEFAULT 'WAITING' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "scheduled_task_target_pk" PRIMARY KEY("task_id","node_id")
);
--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD CONSTRAINT "scheduled_task_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task_target" ADD CONSTRAINT "scheduled_task_target_task_id_scheduled_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task_target" ADD CONSTRAINT "scheduled_task_target_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_task_run" ON "scheduled_task" USING btree ("run_at");--> statement-breakpoint
CREATE INDEX "scheduled_task_target_node" ON "scheduled_task_target" USING btree ("node_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_task_target_command" ON "scheduled_task_target" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "scheduled_task_target_open" ON "scheduled_task_target" USING btree ("task_id") WHERE "scheduled_task_target"."state" in ('WAITING', 'SENT');