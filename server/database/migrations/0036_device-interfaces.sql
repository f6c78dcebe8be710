CREATE TABLE "device_interface" (
	"node_id" integer NOT NULL,
	"index" integer NOT NULL,
	"name" text NOT NULL,
	"alias" text NOT NULL,
	"enabled" boolean NOT NULL,
	"up" boolean NOT NULL,
	"speed" bigint NOT NULL,
	"wide" boolean NOT NULL,
	"in_octets" numeric(20, 0),
	"out_octets" numeric(20, 0),
	"in_errors" bigint NOT NULL,
	"out_errors" bigint NOT NULL,
	"in_rate" double precision,
	"out_rate" double precision,
	"read_at" timestamp (3) with time zone NOT NULL,
	"turned_at" timestamp (3) with time zone,
	CONSTRAINT "device_interface_once" PRIMARY KEY("node_id","index")
);
--> statement-breakpoint
ALTER TABLE "device_poll" ADD COLUMN "interfaces_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "device_interface" ADD CONSTRAINT "device_interface_node_id_device_poll_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."device_poll"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_poll_interfaces" ON "device_poll" USING btree ("interfaces_at");