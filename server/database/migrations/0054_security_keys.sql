CREATE TABLE "security_key" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "security_key_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD COLUMN "key_challenge" text;--> statement-breakpoint
ALTER TABLE "mfa_challenge" ADD COLUMN "key_challenge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "key_challenge" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "key_challenge_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "security_key" ADD CONSTRAINT "security_key_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_key_user" ON "security_key" USING btree ("user_id");