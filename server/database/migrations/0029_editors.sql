CREATE TABLE "editor" (
	"user_id" integer NOT NULL,
	"instance" uuid NOT NULL,
	"flow" text NOT NULL,
	"entity_id" integer NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "editor_of_user" PRIMARY KEY("user_id","instance")
);
--> statement-breakpoint
ALTER TABLE "editor" ADD CONSTRAINT "editor_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "editor_of_entity" ON "editor" USING btree ("flow","entity_id");--> statement-breakpoint
CREATE INDEX "editor_seen" ON "editor" USING btree ("seen_at");