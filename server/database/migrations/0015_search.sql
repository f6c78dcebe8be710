CREATE TABLE "recent_search" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recent_search_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" text NOT NULL,
	"entity_id" integer,
	"route" text,
	"name" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recent_search_once" UNIQUE NULLS NOT DISTINCT("user_id","type","entity_id","route")
);
--> statement-breakpoint
ALTER TABLE "recent_search" ADD CONSTRAINT "recent_search_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recent_search_order" ON "recent_search" USING btree ("user_id","at");--> statement-breakpoint
-- Immutable, unlike array_to_string, whose element may be of any type: an index may stand on it.
CREATE OR REPLACE FUNCTION cairn_words(words text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT array_to_string(words, ' ') $$;--> statement-breakpoint
-- An outside database may refuse its owner an extension: the search then finds what contains the text, and says so.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm could not be created: the search does not tolerate typing errors';
END $$;--> statement-breakpoint
DO $$
BEGIN
  IF to_regprocedure('word_similarity(text, text)') IS NOT NULL THEN
    CREATE INDEX IF NOT EXISTS node_search ON node USING gin (lower(name || ' ' || friendly_name || ' ' || system_name || ' ' || netbios_name || ' ' || last_logged_in_user || ' ' || bios_serial_number || ' ' || public_ip || ' ' || cairn_words(ip_addresses) || ' ' || cairn_words(mac_addresses)) gin_trgm_ops);
    CREATE INDEX IF NOT EXISTS organization_search ON organization USING gin (lower(name) gin_trgm_ops);
    CREATE INDEX IF NOT EXISTS location_search ON location USING gin (lower(name || ' ' || address) gin_trgm_ops);
  END IF;
END $$;
