ALTER TABLE "api_key" ADD COLUMN "scope" text DEFAULT 'write' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ALTER COLUMN "scope" DROP DEFAULT;--> statement-breakpoint
-- Keys that never ended end in 90 days: time enough to replace them.
ALTER TABLE "api_key" ADD COLUMN "expires_at" timestamp (3) with time zone DEFAULT now() + interval '90 days' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ALTER COLUMN "expires_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "invitation" ADD COLUMN "purpose" text DEFAULT 'ACTIVATION' NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "password_at" timestamp (3) with time zone;
