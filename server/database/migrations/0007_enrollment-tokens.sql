ALTER TABLE "agent_enrollment" ADD COLUMN "created_by" integer;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD COLUMN "uses" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD COLUMN "used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD COLUMN "host_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD CONSTRAINT "agent_enrollment_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_enrollment" ADD CONSTRAINT "agent_enrollment_uses" CHECK ("agent_enrollment"."used" between 0 and "agent_enrollment"."uses");--> statement-breakpoint
UPDATE "agent_enrollment" SET "used" = 1 WHERE "used_at" IS NOT NULL;
