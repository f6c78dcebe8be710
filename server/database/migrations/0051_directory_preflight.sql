ALTER TABLE "directory_device" ADD COLUMN "check_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "directory_device" ADD COLUMN "check_code" text;--> statement-breakpoint
ALTER TABLE "directory_device" ADD COLUMN "check_message" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "directory_device" ADD COLUMN "checked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "directory_device_check" ON "directory_device" USING btree ("check_at") WHERE "directory_device"."check_at" is not null;