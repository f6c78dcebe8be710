CREATE TABLE "script" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"language" text NOT NULL,
	"operating_systems" text[] NOT NULL,
	"architecture" text[] NOT NULL,
	"categories_ids" integer[] NOT NULL,
	"script_parameters" text[] NOT NULL,
	"use_first_parameters" boolean NOT NULL,
	"script_variables" jsonb NOT NULL,
	"default_run_as" text NOT NULL,
	"default_timeout" integer NOT NULL,
	"version" integer NOT NULL,
	"created_by" integer,
	"updated_by" integer,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_category" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "script_category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"internal" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"script_id" integer,
	"script_name" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"parameters" text NOT NULL,
	"variables" jsonb NOT NULL,
	"run_as" text NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"user_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_run_device" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"script_run_id" uuid NOT NULL,
	"node_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"latest" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "script_version" (
	"script_id" integer NOT NULL,
	"number" integer NOT NULL,
	"script" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "script_version_number" PRIMARY KEY("script_id","number")
);
--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script" ADD CONSTRAINT "script_updated_by_app_user_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_run" ADD CONSTRAINT "script_run_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."script"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_run" ADD CONSTRAINT "script_run_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_run_device" ADD CONSTRAINT "script_run_device_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_run_device" ADD CONSTRAINT "script_run_device_script_run_id_script_run_id_fk" FOREIGN KEY ("script_run_id") REFERENCES "public"."script_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_run_device" ADD CONSTRAINT "script_run_device_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_version" ADD CONSTRAINT "script_version_script_id_script_id_fk" FOREIGN KEY ("script_id") REFERENCES "public"."script"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "script_version" ADD CONSTRAINT "script_version_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "script_name" ON "script" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "script_category_name" ON "script_category" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "script_run_script" ON "script_run" USING btree ("script_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "script_run_device_latest" ON "script_run_device" USING btree ("script_run_id","node_id") WHERE "script_run_device"."latest";--> statement-breakpoint
CREATE INDEX "script_run_device_node" ON "script_run_device" USING btree ("node_id");--> statement-breakpoint
INSERT INTO "script_category" ("id", "name", "internal") OVERRIDING SYSTEM VALUE VALUES
	(1, 'Uncategorized', true),
	(2, 'Antivirus', true),
	(3, 'Maintenance', true),
	(4, 'Hardware', true),
	(5, 'Updates', true),
	(6, 'Mac OS Patching', true),
	(7, 'Linux OS Patching', true);--> statement-breakpoint
ALTER TABLE "script_category" ALTER COLUMN "id" RESTART WITH 101;
