CREATE TABLE "directory_job" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"name" text NOT NULL,
	"job_type" text NOT NULL,
	"run_once" boolean NOT NULL,
	"credential_id" integer,
	"directory_credential_id" integer,
	"allow_plain" boolean NOT NULL,
	"domain_controller_id" integer,
	"ou_path" text NOT NULL,
	"ou_key" text NOT NULL,
	"recursive_ou_path" boolean NOT NULL,
	"schedule" jsonb,
	"deployment" jsonb,
	"candidate_nodes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_outcome" text,
	"last_result" text DEFAULT '' NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"run_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "directory_job_schedule" CHECK (("directory_job"."job_type" = 'SCHEDULED') = ("directory_job"."schedule" is not null)),
	CONSTRAINT "directory_job_deployment" CHECK (("directory_job"."job_type" = 'SCHEDULED') = ("directory_job"."deployment" is not null))
);
--> statement-breakpoint
ALTER TABLE "run" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_job" ADD CONSTRAINT "directory_job_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_job" ADD CONSTRAINT "directory_job_credential_id_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_job" ADD CONSTRAINT "directory_job_directory_credential_id_credential_id_fk" FOREIGN KEY ("directory_credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_job" ADD CONSTRAINT "directory_job_domain_controller_id_node_id_fk" FOREIGN KEY ("domain_controller_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_job_once" ON "directory_job" USING btree ("domain_controller_id","ou_key");--> statement-breakpoint
CREATE INDEX "directory_job_of" ON "directory_job" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "directory_job_next" ON "directory_job" USING btree ("next_run_at") WHERE "directory_job"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "directory_job_running" ON "directory_job" USING btree ("run_id") WHERE "directory_job"."run_id" is not null;