ALTER TABLE "audit" ADD COLUMN "organization_id" integer;--> statement-breakpoint
ALTER TABLE "idempotency" ADD COLUMN "organization_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_organization" ON "audit" USING btree ("organization_id","id");--> statement-breakpoint
UPDATE "audit" SET "organization_id" = "entity_id"::integer WHERE "entity_type" = 'ORGANIZATION' AND "entity_id" ~ '^[0-9]{1,9}$';--> statement-breakpoint
UPDATE "audit" SET "organization_id" = "location"."organization_id" FROM "location" WHERE "audit"."entity_type" = 'LOCATION' AND "audit"."entity_id" = "location"."id"::text;--> statement-breakpoint
UPDATE "audit" SET "organization_id" = "node"."organization_id" FROM "node" WHERE "audit"."entity_type" IN ('NODE', 'CLOUD_MONITOR') AND "audit"."entity_id" = "node"."id"::text;--> statement-breakpoint
UPDATE "audit" SET "organization_id" = "node"."organization_id" FROM "alert" JOIN "node" ON "node"."id" = "alert"."monitor_id" WHERE "audit"."entity_type" = 'ALERT' AND "audit"."entity_id" = "alert"."id"::text;
