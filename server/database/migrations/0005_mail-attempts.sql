DROP INDEX "mail_outbox_due";--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "state" text DEFAULT 'pending' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "status" integer;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "error" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_outbox_due" ON "mail_outbox" USING btree ("state","next_attempt_at");--> statement-breakpoint
UPDATE "mail_outbox" SET "state" = CASE WHEN "sent_at" IS NOT NULL THEN 'delivered' WHEN "failed_at" IS NOT NULL THEN 'failed' ELSE 'pending' END,
  "delivered_at" = "sent_at", "error" = "last_error";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "sent_at";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "failed_at";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "last_error";