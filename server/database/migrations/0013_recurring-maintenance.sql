CREATE TABLE "maintenance_recurrence" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"repeat" jsonb NOT NULL,
	"minutes" integer NOT NULL,
	"options" jsonb NOT NULL,
	"reason_message" text NOT NULL,
	"set_by" text NOT NULL,
	"set_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "time_zone_id" text DEFAULT '_Division' NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance_window" ADD COLUMN "repeat" jsonb;--> statement-breakpoint
ALTER TABLE "maintenance_recurrence" ADD CONSTRAINT "maintenance_recurrence_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;