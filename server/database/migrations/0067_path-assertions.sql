CREATE TABLE "path_assertion" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "path_assertion_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"flow" text NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"added_by" integer,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "path_assertion" ADD CONSTRAINT "path_assertion_added_by_app_user_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "path_assertion_once" ON "path_assertion" USING btree ("flow","state","kind","text");