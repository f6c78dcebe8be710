CREATE TABLE "alert_defaults" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_defaults_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer,
	"condition_types" text[] NOT NULL,
	"notify_technicians" boolean NOT NULL,
	"notification_channel_ids" integer[] NOT NULL,
	CONSTRAINT "alert_defaults_once" UNIQUE NULLS NOT DISTINCT("organization_id")
);
--> statement-breakpoint
CREATE TABLE "alert_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text,
	"words" text DEFAULT '' NOT NULL,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "alert_follow_up" (
	"alert_id" integer NOT NULL,
	"channel_id" integer NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"done" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "alert_follow_up_once" PRIMARY KEY("alert_id","channel_id","kind")
);
--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "alert_id" integer;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "alert_news" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "end_reason" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "assignee_id" integer;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "assignee_name" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "notified_technicians" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "notified_channel_ids" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cloud_monitor" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "monitor_result" ADD COLUMN "maintenance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_rollup" ADD COLUMN "maintenance_checks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "monitor_rollup" ADD COLUMN "maintenance_up" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD COLUMN "repeat_minutes" integer;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD COLUMN "escalate_channel_id" integer;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD COLUMN "escalate_minutes" integer;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD COLUMN "alert_id" integer;--> statement-breakpoint
ALTER TABLE "alert_defaults" ADD CONSTRAINT "alert_defaults_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_event" ADD CONSTRAINT "alert_event_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_follow_up" ADD CONSTRAINT "alert_follow_up_alert_id_alert_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alert"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_follow_up" ADD CONSTRAINT "alert_follow_up_channel_id_notification_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_event_of" ON "alert_event" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_follow_up_due" ON "alert_follow_up" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "alert" ADD CONSTRAINT "alert_assignee_id_app_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_escalates_to" FOREIGN KEY ("escalate_channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_outbox_alert" ON "mail_outbox" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "notification_delivery_alert" ON "notification_delivery" USING btree ("alert_id");--> statement-breakpoint
UPDATE "cloud_monitor" SET "paused_at" = now() WHERE NOT "enabled";--> statement-breakpoint
UPDATE "alert" a SET "notified_technicians" = c."notification_action" = 'SEND' AND a."technicians_owed" IS DISTINCT FROM 'raised',
	"notified_channel_ids" = CASE WHEN a."channels_owed" = 'raised' THEN '{}'::int[] ELSE c."notification_channel_ids" END
FROM "monitor_condition" c WHERE c."id" = a."condition_id" AND (a."reset_at" IS NULL OR a."technicians_owed" IS NOT NULL OR a."channels_owed" IS NOT NULL);
