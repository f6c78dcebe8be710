CREATE TABLE "device_alerts" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"settings" jsonb NOT NULL,
	"notification_channel_ids" integer[] NOT NULL,
	CONSTRAINT "device_alerts_is_one" CHECK ("device_alerts"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "device_watch" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_watch_is_one" CHECK ("device_watch"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "alert" DROP CONSTRAINT "alert_monitor_id_cloud_monitor_node_id_fk";
--> statement-breakpoint
ALTER TABLE "monitor_condition" DROP CONSTRAINT "monitor_condition_of";
--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_monitor_id_node_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_condition" ADD CONSTRAINT "monitor_condition_of" FOREIGN KEY ("monitor_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitor_condition_type" ON "monitor_condition" USING btree ("type");