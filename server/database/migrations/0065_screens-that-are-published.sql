CREATE TABLE "screen_edit" (
	"flow" text NOT NULL,
	"screen" text NOT NULL,
	"user_id" integer NOT NULL,
	"text" text NOT NULL,
	"base" integer NOT NULL,
	"kept_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "screen_edit_flow_screen_user_id_pk" PRIMARY KEY("flow","screen","user_id")
);
--> statement-breakpoint
CREATE TABLE "screen_version" (
	"flow" text NOT NULL,
	"screen" text NOT NULL,
	"number" integer NOT NULL,
	"text" text,
	"note" text NOT NULL,
	"published_by" integer,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "screen_version_flow_screen_number_pk" PRIMARY KEY("flow","screen","number")
);
--> statement-breakpoint
ALTER TABLE "screen_edit" ADD CONSTRAINT "screen_edit_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screen_version" ADD CONSTRAINT "screen_version_published_by_app_user_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."app_user"("id") ON DELETE set null ON UPDATE no action;