DROP INDEX "alert_open_once";--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "kind" text DEFAULT 'CONDITION' NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_condition" ADD COLUMN "unanswered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_condition" ADD COLUMN "unanswered_raised_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "monitor_condition" ADD COLUMN "unanswered_reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_open_once" ON "alert" USING btree ("condition_id","kind") WHERE "alert"."reset_at" is null;