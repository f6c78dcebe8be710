DROP INDEX "node_shown_name";--> statement-breakpoint
DROP INDEX IF EXISTS node_search;--> statement-breakpoint
-- One statement: each of several would rewrite the table.
ALTER TABLE "node"
  ADD COLUMN "words" text GENERATED ALWAYS AS (lower(name || ' ' || friendly_name || ' ' || system_name || ' ' || netbios_name || ' ' || last_logged_in_user || ' ' || bios_serial_number || ' ' || public_ip || ' ' || cairn_words(ip_addresses) || ' ' || cairn_words(mac_addresses))) STORED NOT NULL,
  ADD COLUMN "shown_name" text GENERATED ALWAYS AS (lower(coalesce(nullif(friendly_name, ''), name))) STORED NOT NULL,
  ADD COLUMN "os_name" text GENERATED ALWAYS AS (nullif(lower(details ->> 'osName'), '')) STORED;--> statement-breakpoint
CREATE INDEX "node_shown_name" ON "node" USING btree ("shown_name","id");--> statement-breakpoint
-- An external database may not allow the extension.
DO $$
BEGIN
  IF to_regprocedure('word_similarity(text, text)') IS NOT NULL THEN
    CREATE INDEX IF NOT EXISTS node_search ON node USING gin (words gin_trgm_ops);
  END IF;
END $$;
