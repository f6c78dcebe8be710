CREATE TABLE "directory_device" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_device_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"object_guid" text NOT NULL,
	"name" text NOT NULL,
	"host_name" text NOT NULL,
	"os" text NOT NULL,
	"is_server" boolean NOT NULL,
	"ou_path" text NOT NULL,
	"domain_controller_id" integer,
	"credential_id" integer,
	"status" text NOT NULL,
	"location_id" integer,
	"deployment" text DEFAULT 'none' NOT NULL,
	"result" text,
	"message" text DEFAULT '' NOT NULL,
	"host_key" text DEFAULT '' NOT NULL,
	"next_at" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"node_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "directory_device_location" CHECK (("directory_device"."status" = 'REJECTED') = ("directory_device"."location_id" is null))
);
--> statement-breakpoint
CREATE TABLE "directory_settings" (
	"organization_id" integer PRIMARY KEY NOT NULL,
	"directory_credential_id" integer
);
--> statement-breakpoint
ALTER TABLE "directory_device" ADD CONSTRAINT "directory_device_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_device" ADD CONSTRAINT "directory_device_domain_controller_id_node_id_fk" FOREIGN KEY ("domain_controller_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_device" ADD CONSTRAINT "directory_device_credential_id_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_device" ADD CONSTRAINT "directory_device_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_device" ADD CONSTRAINT "directory_device_place" FOREIGN KEY ("location_id","organization_id") REFERENCES "public"."location"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_settings" ADD CONSTRAINT "directory_settings_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "directory_settings" ADD CONSTRAINT "directory_settings_directory_credential_id_credential_id_fk" FOREIGN KEY ("directory_credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "directory_device_once" ON "directory_device" USING btree ("organization_id","object_guid");--> statement-breakpoint
CREATE INDEX "directory_device_next" ON "directory_device" USING btree ("next_at") WHERE "directory_device"."next_at" is not null;