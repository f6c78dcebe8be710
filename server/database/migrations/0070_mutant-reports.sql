CREATE TABLE "mutant_report" (
	"flow" text PRIMARY KEY NOT NULL,
	"started_by" integer,
	"at" timestamp (3) with time zone NOT NULL,
	"total" integer NOT NULL,
	"killed" integer NOT NULL,
	"equivalent" integer NOT NULL,
	"survivors" jsonb NOT NULL,
	"broken" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mutant_report" ADD CONSTRAINT "mutant_report_started_by_app_user_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;