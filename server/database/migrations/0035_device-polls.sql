CREATE TABLE "device_poll" (
	"node_id" integer PRIMARY KEY NOT NULL,
	"credential_id" integer,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"polled_at" timestamp (3) with time zone,
	"since" timestamp (3) with time zone,
	"failures" smallint DEFAULT 0 NOT NULL,
	"answered" text,
	"ping_ms" real,
	"received" smallint,
	"booted_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "device_poll" ADD CONSTRAINT "device_poll_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_poll" ADD CONSTRAINT "device_poll_credential_id_credential_id_fk" FOREIGN KEY ("credential_id") REFERENCES "public"."credential"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_poll_next" ON "device_poll" USING btree ("next_at");--> statement-breakpoint
INSERT INTO "device_poll" ("node_id") SELECT "id" FROM "node" WHERE "node_type" = 'NMS_DEVICE';
