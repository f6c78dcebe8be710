ALTER TABLE "notification_channel" ADD COLUMN "http" jsonb;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD COLUMN "http_secrets" jsonb;