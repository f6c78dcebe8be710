CREATE TABLE "monitor_import" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "monitor_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"existing" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "monitor_import_row" (
	"import_id" integer NOT NULL,
	"row" integer NOT NULL,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"does" text NOT NULL,
	"done" boolean NOT NULL,
	"refusals" jsonb NOT NULL,
	"given" text,
	CONSTRAINT "monitor_import_row_once" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
ALTER TABLE "monitor_import" ADD CONSTRAINT "monitor_import_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "monitor_import_row" ADD CONSTRAINT "monitor_import_row_import_id_monitor_import_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."monitor_import"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "monitor_import_expiry" ON "monitor_import" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "monitor_import_user" ON "monitor_import" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "monitor_import_row_does" ON "monitor_import_row" USING btree ("import_id","does");