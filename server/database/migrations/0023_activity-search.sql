-- For the search over activities, where PostgreSQL has pg_trgm (see 0015); elsewhere it reads every row.
DO $$ BEGIN
  IF to_regprocedure('word_similarity(text, text)') IS NOT NULL THEN
    CREATE INDEX IF NOT EXISTS audit_words ON audit USING gin (summary gin_trgm_ops, actor_name gin_trgm_ops);
  END IF;
END $$;
