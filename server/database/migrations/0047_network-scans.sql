CREATE TABLE "network_scan" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_scan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"location_id" integer NOT NULL,
	"name" text NOT NULL,
	"probe_id" integer,
	"ip_targets" text NOT NULL,
	"snmp_cred_one" integer,
	"snmp_cred_two" integer,
	"telnet_ssh_cred" integer,
	"ping_timeout_ms" integer NOT NULL,
	"ping_packet_ttl" integer NOT NULL,
	"pings_per_node" integer NOT NULL,
	"delay_between_pings_ms" integer NOT NULL,
	"schedule" jsonb NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"alerts" boolean NOT NULL,
	"notification_channel_ids" integer[] NOT NULL,
	"has_baseline" boolean DEFAULT false NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_outcome" text,
	"last_result" text DEFAULT '' NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"run_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_scan_host" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "network_scan_host_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"scan_id" integer NOT NULL,
	"ip" text NOT NULL,
	"mac" text NOT NULL,
	"name" text NOT NULL,
	"vendor" text NOT NULL,
	"found_by" uuid,
	"known_by" text,
	"is_new" boolean NOT NULL,
	"condition_id" integer,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "network_scan_run" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"scan_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_probe_id_node_id_fk" FOREIGN KEY ("probe_id") REFERENCES "public"."node"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_snmp_cred_one_credential_id_fk" FOREIGN KEY ("snmp_cred_one") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_snmp_cred_two_credential_id_fk" FOREIGN KEY ("snmp_cred_two") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_telnet_ssh_cred_credential_id_fk" FOREIGN KEY ("telnet_ssh_cred") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan" ADD CONSTRAINT "network_scan_place" FOREIGN KEY ("location_id","organization_id") REFERENCES "public"."location"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan_host" ADD CONSTRAINT "network_scan_host_scan_id_network_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."network_scan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan_host" ADD CONSTRAINT "network_scan_host_condition_id_monitor_condition_id_fk" FOREIGN KEY ("condition_id") REFERENCES "public"."monitor_condition"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan_run" ADD CONSTRAINT "network_scan_run_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "network_scan_run" ADD CONSTRAINT "network_scan_run_scan_id_network_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."network_scan"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "network_scan_of" ON "network_scan" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "network_scan_next" ON "network_scan" USING btree ("next_run_at") WHERE "network_scan"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "network_scan_running" ON "network_scan" USING btree ("run_id") WHERE "network_scan"."run_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "network_scan_host_mac" ON "network_scan_host" USING btree ("scan_id","mac") WHERE "network_scan_host"."mac" <> '';--> statement-breakpoint
CREATE INDEX "network_scan_host_ip" ON "network_scan_host" USING btree ("scan_id","ip");--> statement-breakpoint
CREATE INDEX "network_scan_host_new" ON "network_scan_host" USING btree ("scan_id") WHERE "network_scan_host"."is_new";--> statement-breakpoint
CREATE INDEX "network_scan_host_found" ON "network_scan_host" USING btree ("found_by");--> statement-breakpoint
CREATE INDEX "network_scan_run_of" ON "network_scan_run" USING btree ("scan_id");--> statement-breakpoint
CREATE INDEX "run_discovery" ON "run" USING btree ("created_at") WHERE "run"."kind" = 'agent:network.discover';