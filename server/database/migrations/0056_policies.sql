CREATE TABLE "policy" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"enabled" boolean NOT NULL,
	"node_class_default" boolean NOT NULL,
	"node_class" text NOT NULL,
	"node_role_id" text NOT NULL,
	"applies_to" text NOT NULL,
	"parent_policy_id" integer,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "policy_assignment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "policy_assignment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"organization_id" integer NOT NULL,
	"location_id" integer,
	"node_class" text NOT NULL,
	"policy_id" integer NOT NULL,
	CONSTRAINT "policy_assignment_once" UNIQUE NULLS NOT DISTINCT("organization_id","location_id","node_class")
);
--> statement-breakpoint
ALTER TABLE "policy" ADD CONSTRAINT "policy_parent" FOREIGN KEY ("parent_policy_id") REFERENCES "public"."policy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_assignment" ADD CONSTRAINT "policy_assignment_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_assignment" ADD CONSTRAINT "policy_assignment_policy_id_policy_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policy_assignment" ADD CONSTRAINT "policy_assignment_place" FOREIGN KEY ("location_id","organization_id") REFERENCES "public"."location"("id","organization_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "policy_name" ON "policy" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "policy_default" ON "policy" USING btree ("applies_to") WHERE "policy"."node_class_default";--> statement-breakpoint
CREATE INDEX "policy_children" ON "policy" USING btree ("parent_policy_id");--> statement-breakpoint
CREATE INDEX "policy_assignment_of" ON "policy_assignment" USING btree ("policy_id");--> statement-breakpoint
ALTER TABLE "node" ADD CONSTRAINT "node_policy_id_policy_id_fk" FOREIGN KEY ("policy_id") REFERENCES "public"."policy"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "node_policy" ON "node" USING btree ("policy_id") WHERE "node"."policy_id" is not null;