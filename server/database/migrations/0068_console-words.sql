CREATE TABLE "console_words" (
	"language" text NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"note" text NOT NULL,
	"published_by" integer,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "console_words_language_number_pk" PRIMARY KEY("language","number")
);
--> statement-breakpoint
ALTER TABLE "console_words" ADD CONSTRAINT "console_words_published_by_app_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;