CREATE TABLE "ticket_template" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"content" text NOT NULL,
	"is_default" boolean NOT NULL,
	"ticket_title_custom_text" text NOT NULL,
	"deletion_id" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deletion" DROP CONSTRAINT "deletion_user_id_app_user_id_fk";
--> statement-breakpoint
DROP INDEX "policy_name";--> statement-breakpoint
DROP INDEX "app_user_email";--> statement-breakpoint
ALTER TABLE "policy" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "deletion_id" integer;--> statement-breakpoint
ALTER TABLE "ticket_template" ADD CONSTRAINT "ticket_template_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_template_name" ON "ticket_template" USING btree (lower("name")) WHERE "ticket_template"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_template_default" ON "ticket_template" USING btree ("is_default") WHERE "ticket_template"."is_default";--> statement-breakpoint
CREATE INDEX "ticket_template_deletion" ON "ticket_template" USING btree ("deletion_id") WHERE "ticket_template"."deletion_id" is not null;--> statement-breakpoint
ALTER TABLE "policy" ADD CONSTRAINT "policy_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_user" ADD CONSTRAINT "app_user_deletion_id_deletion_id_fk" FOREIGN KEY ("deletion_id") REFERENCES "public"."deletion"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policy_deletion" ON "policy" USING btree ("deletion_id") WHERE "policy"."deletion_id" is not null;--> statement-breakpoint
CREATE INDEX "app_user_deletion" ON "app_user" USING btree ("deletion_id") WHERE "app_user"."deletion_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "policy_name" ON "policy" USING btree (lower("name")) WHERE "policy"."deletion_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" USING btree (lower("email")) WHERE "app_user"."deletion_id" is null;--> statement-breakpoint
ALTER TABLE "deletion" DROP COLUMN "user_id";