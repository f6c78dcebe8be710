CREATE TABLE "flow_recording" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"flow" text NOT NULL,
	"mode" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"steps" jsonb NOT NULL,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "kept_path" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_path_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"flow" text NOT NULL,
	"path" text NOT NULL,
	"added_by" integer,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_user" ADD COLUMN "records_flows" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_recording" ADD CONSTRAINT "flow_recording_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_path" ADD CONSTRAINT "kept_path_added_by_app_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_recording_flow" ON "flow_recording" USING btree ("flow","started_at");--> statement-breakpoint
CREATE INDEX "flow_recording_user" ON "flow_recording" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "kept_path_once" ON "kept_path" USING btree ("flow",md5("path"));