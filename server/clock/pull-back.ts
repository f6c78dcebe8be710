import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** No retry waits longer than this, and no lease lasts longer than that. */
const longestRetry = sql`interval '2 hours'`;
const longestLease = sql`interval '1 minute'`;

/** Instants that the work waits for or counts from: each with the latest that it can be while the clock is right. */
const instants: readonly [table: string, column: string, most?: SQL][] = [
  ['mail_outbox', 'next_attempt_at', longestRetry],
  ['webhook_delivery', 'next_attempt_at', longestRetry],
  ['notification_delivery', 'next_attempt_at', longestRetry],
  ['graphile_worker._private_jobs', 'run_at', longestRetry],
  ['monitor_shard', 'until', longestLease],
  ['monitor_worker', 'until', longestLease],
  ['run', 'lease_until', longestLease],
  ['monitor_rollup_mark', 'through'],
  ['monitor_state', 'since'],
  ['monitor_condition', 'last_failure_at'],
  ['agent', 'last_seen_at'],
  ['agent', 'disconnected_at'],
];

/**
 * Moves instants that lie too far ahead to now. They were written while the clock was ahead; without this, everything that waits for
 * them would rest until the clock is there again. Answers how many rows were moved.
 */
export async function pullBackInstants(database: Database): Promise<number> {
  let moved = 0;
  for (const [table, column, most = sql`interval '5 seconds'`] of instants) {
    const named = sql.identifier(column);
    const { rowCount } = await database.execute(
      sql`update ${sql.raw(table)} set ${named} = now() where ${named} > now() + ${most}`,
    );
    moved += rowCount ?? 0;
  }
  return moved;
}
