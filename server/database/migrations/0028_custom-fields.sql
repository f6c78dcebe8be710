ALTER TABLE "organization" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "status_page" ADD COLUMN "custom" jsonb DEFAULT '{}'::jsonb NOT NULL;