import { and, inArray, lt, not, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { run } from '../database/schema/runs.ts';

/** A run and its items are kept for this long after it was started or last got on, in milliseconds. */
const keptMs = 7 * 24 * 3_600_000;

export const expiryOf = (now: Date) => new Date(now.getTime() + keptMs);

/** The same by the clock of the database. */
export const expiryByDatabase = sql`now() + make_interval(secs => ${keptMs / 1000})`;

/** For the clean-up. */
export async function dropOldRuns(db: Queries, now: Date): Promise<void> {
  await db.delete(run).where(and(lt(run.expiresAt, now), not(inArray(run.state, ['queued', 'running']))));
}
