CREATE TABLE "maintenance_window" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_window_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"node_id" integer NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"options" jsonb NOT NULL,
	"reason_message" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "technicians_owed" text;--> statement-breakpoint
ALTER TABLE "alert" ADD COLUMN "channels_owed" text;--> statement-breakpoint
ALTER TABLE "maintenance_window" ADD CONSTRAINT "maintenance_window_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_window_of" ON "maintenance_window" USING btree ("node_id","starts_at");--> statement-breakpoint
CREATE INDEX "alert_owed" ON "alert" USING btree ("monitor_id") WHERE "alert"."technicians_owed" is not null or "alert"."channels_owed" is not null;