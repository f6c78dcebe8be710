CREATE TABLE "maintenance_suppressed" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_suppressed_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"window_id" integer NOT NULL,
	"kind" text NOT NULL,
	"news" text,
	"subject" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"condition_name" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "maintenance_suppressed_once" UNIQUE NULLS NOT DISTINCT("window_id","kind","subject","news")
);
--> statement-breakpoint
CREATE TABLE "device_service" (
	"node_id" integer NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"state" text NOT NULL,
	"start" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"changed" boolean DEFAULT false NOT NULL,
	"ran" boolean NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_service_once" PRIMARY KEY("node_id","name")
);
--> statement-breakpoint
CREATE TABLE "device_service_list" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"manager" text NOT NULL,
	"begun_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "maintenance_suppressed" ADD CONSTRAINT "maintenance_suppressed_window_id_maintenance_window_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_window"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_service" ADD CONSTRAINT "device_service_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_service_list" ADD CONSTRAINT "device_service_list_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_service_stopped" ON "device_service" USING btree ("state","node_id");