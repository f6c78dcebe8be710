CREATE TABLE "path_report" (
	"run_id" uuid NOT NULL,
	"flow" text NOT NULL,
	"outcome" jsonb NOT NULL,
	"data" jsonb NOT NULL,
	"junit" text NOT NULL,
	CONSTRAINT "path_report_run_id_flow_pk" PRIMARY KEY("run_id","flow")
);
--> statement-breakpoint
CREATE TABLE "path_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_by" integer,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"flows" jsonb NOT NULL,
	"criteria" jsonb NOT NULL,
	"seed" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "path_report" ADD CONSTRAINT "path_report_run_id_path_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."path_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "path_run" ADD CONSTRAINT "path_run_started_by_app_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;