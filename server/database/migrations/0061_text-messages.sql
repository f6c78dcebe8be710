CREATE TABLE "sent_text" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_text_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"phone" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_gateway" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"base_url" text NOT NULL,
	"account_sid" text NOT NULL,
	"auth_token" text NOT NULL,
	"from_number" text NOT NULL,
	"messaging_service_sid" text NOT NULL,
	"hourly_limit" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sms_gateway_is_one" CHECK ("sms_gateway"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "text_code" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory_job" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "network_scan" ADD COLUMN "user_id" integer;--> statement-breakpoint
ALTER TABLE "policy_automation" ADD COLUMN "stopped" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "text_phone" text;--> statement-breakpoint
ALTER TABLE "sent_text" ADD CONSTRAINT "sent_text_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "text_code" ADD CONSTRAINT "text_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_text_at" ON "sent_text" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "directory_job" ADD CONSTRAINT "directory_job_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Jobs of before name their author in words: a name that one user alone has is that user.
UPDATE "directory_job" j SET "user_id" = (SELECT min(u."id") FROM "app_user" u WHERE trim(u."first_name" || ' ' || u."last_name") = j."created_by" HAVING count(*) = 1);--> statement-breakpoint
UPDATE "network_scan" s SET "user_id" = (SELECT min(u."id") FROM "app_user" u WHERE trim(u."first_name" || ' ' || u."last_name") = s."created_by" HAVING count(*) = 1);
