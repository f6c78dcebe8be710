CREATE TABLE "vm_guest" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"host_node_id" integer NOT NULL,
	"external_id" text NOT NULL,
	"power" text NOT NULL,
	"os" text NOT NULL,
	"host_name" text NOT NULL,
	"cpus" integer NOT NULL,
	"memory_mb" bigint NOT NULL,
	"storage_mb" bigint NOT NULL,
	"tools" boolean NOT NULL,
	"missing" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vm_host" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"delegate_node_id" integer NOT NULL,
	"type" text NOT NULL,
	"hostname" text NOT NULL,
	"api_port" integer NOT NULL,
	"credential_id" integer,
	"certificate" text NOT NULL,
	"facts" jsonb NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vm_guest" ADD CONSTRAINT "vm_guest_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vm_guest" ADD CONSTRAINT "vm_guest_host_node_id_vm_host_node_id_fk" FOREIGN KEY ("host_node_id") REFERENCES "public"."vm_host"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vm_host" ADD CONSTRAINT "vm_host_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vm_host" ADD CONSTRAINT "vm_host_delegate_node_id_node_id_fk" FOREIGN KEY ("delegate_node_id") REFERENCES "public"."node"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vm_host" ADD CONSTRAINT "vm_host_credential_id_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vm_guest_once" ON "vm_guest" USING btree ("host_node_id","external_id");--> statement-breakpoint
CREATE INDEX "vm_host_next" ON "vm_host" USING btree ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "vm_host_once" ON "vm_host" USING btree ("delegate_node_id","type",lower("hostname"),"api_port");