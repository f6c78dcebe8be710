ALTER TABLE "alert_defaults" ADD COLUMN "technicians" text NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_defaults" ADD COLUMN "technician_ids" integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_defaults" DROP COLUMN "condition_types";--> statement-breakpoint
ALTER TABLE "alert_defaults" DROP COLUMN "notify_technicians";
--> statement-breakpoint
INSERT INTO "alert_event" ("alert_id", "at", "kind", "by", "words")
SELECT a."id", a."acknowledged_at", 'ACKNOWLEDGED', a."acknowledged_by", coalesce(a."acknowledged_note", '') FROM "alert" a
WHERE a."acknowledged_at" IS NOT NULL
	AND NOT EXISTS (SELECT 1 FROM "alert_event" e WHERE e."alert_id" = a."id" AND e."kind" = 'ACKNOWLEDGED');
