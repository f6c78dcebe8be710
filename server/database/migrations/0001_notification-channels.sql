CREATE TABLE "notification_channel" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_channel_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"channel_type" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"url" text,
	"secret" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_delivery" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"channel_id" integer NOT NULL,
	"monitor_id" integer,
	"monitor_name" text,
	"recipient" text,
	"event_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"status" integer,
	"answer" text,
	"error" text,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "acknowledged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "acknowledged_by" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "acknowledged_note" text;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_channel_id_notification_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_monitor_id_node_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_channel_name" ON "notification_channel" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "notification_delivery_due" ON "notification_delivery" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "notification_delivery_of" ON "notification_delivery" USING btree ("channel_id","id");--> statement-breakpoint
CREATE INDEX "notification_delivery_monitor" ON "notification_delivery" USING btree ("monitor_id");