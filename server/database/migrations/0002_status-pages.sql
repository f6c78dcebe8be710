CREATE TABLE "status_page" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "status_page_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"address_type" text NOT NULL,
	"slug" text NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "status_page_monitor" (
	"page_id" integer NOT NULL,
	"monitor_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "status_page_monitor_once" PRIMARY KEY("page_id","monitor_id")
);
--> statement-breakpoint
ALTER TABLE "status_page_monitor" ADD CONSTRAINT "status_page_monitor_page_id_status_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."status_page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_page_monitor" ADD CONSTRAINT "status_page_monitor_monitor_id_cloud_monitor_node_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "public"."cloud_monitor"("node_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "status_page_slug" ON "status_page" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "status_page_monitor_of" ON "status_page_monitor" USING btree ("monitor_id");