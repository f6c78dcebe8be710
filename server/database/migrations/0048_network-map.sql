CREATE TABLE "device_arp" (
	"node_id" integer NOT NULL,
	"address" text NOT NULL,
	"mac" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_arp_once" PRIMARY KEY("node_id","address")
);
--> statement-breakpoint
CREATE TABLE "device_forwarding" (
	"node_id" integer NOT NULL,
	"port" integer NOT NULL,
	"mac" text NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_forwarding_once" PRIMARY KEY("node_id","port","mac")
);
--> statement-breakpoint
CREATE TABLE "device_neighbor" (
	"node_id" integer NOT NULL,
	"port" integer NOT NULL,
	"protocol" text NOT NULL,
	"identity" text NOT NULL,
	"port_name" text NOT NULL,
	"mac" text NOT NULL,
	"chassis" text NOT NULL,
	"system_name" text NOT NULL,
	"remote_port" text NOT NULL,
	"remote_description" text NOT NULL,
	"description" text NOT NULL,
	"addresses" text[] NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "device_neighbor_once" PRIMARY KEY("node_id","port","protocol","identity")
);
--> statement-breakpoint
CREATE TABLE "device_port" (
	"node_id" integer NOT NULL,
	"port" integer NOT NULL,
	"name" text NOT NULL,
	"mac" text NOT NULL,
	CONSTRAINT "device_port_once" PRIMARY KEY("node_id","port")
);
--> statement-breakpoint
ALTER TABLE "device_poll" ADD COLUMN "topology_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "device_poll" ADD COLUMN "topology_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "device_arp" ADD CONSTRAINT "device_arp_node_id_device_poll_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."device_poll"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_forwarding" ADD CONSTRAINT "device_forwarding_node_id_device_poll_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."device_poll"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_neighbor" ADD CONSTRAINT "device_neighbor_node_id_device_poll_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."device_poll"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_port" ADD CONSTRAINT "device_port_node_id_device_poll_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."device_poll"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_arp_mac" ON "device_arp" USING btree ("mac");--> statement-breakpoint
CREATE INDEX "device_poll_topology" ON "device_poll" USING btree ("topology_at");