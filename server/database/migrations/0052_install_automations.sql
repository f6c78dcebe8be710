CREATE TABLE "attachment" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"script_id" integer NOT NULL,
	"upload_type" text NOT NULL,
	"url" text NOT NULL,
	"name" text NOT NULL,
	"extension" text NOT NULL,
	"size" bigint NOT NULL,
	"sha256" text NOT NULL,
	"upload_id" uuid,
	"scan" text NOT NULL,
	"scan_message" text DEFAULT '' NOT NULL,
	"skip_scan" boolean NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."script"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_script" ON "attachment" USING btree ("script_id");--> statement-breakpoint
CREATE INDEX "attachment_content" ON "attachment" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "attachment_scan" ON "attachment" USING btree ("scan");