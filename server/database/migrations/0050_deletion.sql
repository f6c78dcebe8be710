CREATE TABLE "deletion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deletion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"user_id" integer,
	"deleted_by" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"purge_at" timestamp (3) with time zone NOT NULL,
	"purging" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
DROP INDEX "node_list";--> statement-breakpoint
DROP INDEX "organization_name";--> statement-breakpoint
DROP INDEX "vm_host_once";--> statement-breakpoint
ALTER TABLE "node" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "organization" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "vm_host" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "deletion" ADD CONSTRAINT "deletion_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deletion_purge" ON "deletion" USING btree ("purge_at");--> statement-breakpoint
ALTER TABLE "node" ADD CONSTRAINT "node_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization" ADD CONSTRAINT "organization_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vm_host" ADD CONSTRAINT "vm_host_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "node_deletion" ON "node" USING btree ("deletion_id") WHERE "node"."deletion_id" is not null;--> statement-breakpoint
CREATE INDEX "organization_deletion" ON "organization" USING btree ("deletion_id") WHERE "organization"."deletion_id" is not null;--> statement-breakpoint
CREATE INDEX "node_list" ON "node" USING btree ("organization_id","location_id","node_class","node_type") WHERE "node"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "organization_name" ON "organization" USING btree (lower("name")) WHERE "organization"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "vm_host_once" ON "vm_host" USING btree ("delegate_node_id","type",lower("hostname"),"api_port") WHERE "vm_host"."deletion_id" is null;