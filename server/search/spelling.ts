import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';

/** Cache lifetime: an administrator may add the extension while the server runs. */
const knownForMs = 60_000;
const known = new WeakMap<object, { tolerant: boolean; at: number }>();

/** Whether the database supports similarity (pg_trgm). An external database may not allow the extension. */
export async function comparesSpellings(db: Queries, now: Date): Promise<boolean> {
  const before = known.get(db);
  if (before && now.getTime() - before.at < knownForMs) return before.tolerant;
  const { rows } = await db.execute<{ tolerant: boolean }>(
    sql`select to_regprocedure('word_similarity(text, text)') is not null as tolerant`,
  );
  const tolerant = rows[0]?.tolerant === true;
  known.set(db, { tolerant, at: now.getTime() });
  return tolerant;
}
