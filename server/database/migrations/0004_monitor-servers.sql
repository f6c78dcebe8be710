ALTER TABLE "monitor_worker" ADD COLUMN "report" jsonb;--> statement-breakpoint
ALTER TABLE "monitor_worker" ADD COLUMN "reported_at" timestamp (3) with time zone;