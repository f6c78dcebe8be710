CREATE TABLE "maintenance_suppressed" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_suppressed_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"window_id" integer NOT NULL,
	"kind" text NOT NULL,
	"news" text,
	"subject" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"condition_name" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "maintenance_suppressed_once" UNIQUE NULLS NOT DISTINCT("window_id","kind","subject","news")
);
--> statement-breakpoint
ALTER TABLE "maintenance_suppressed" ADD CONSTRAINT "maintenance_suppressed_window_id_maintenance_window_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_window"("id") ON DELETE cascade ON UPDATE no action;