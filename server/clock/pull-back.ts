import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** Upper bounds of every retry delay and every lease. */
const longestRetry = sql`interval '2 hours'`;
const longestLease = sql`interval '1 minute'`;

/** Timestamps that background work waits for or counts from, each with the furthest that it can lie in the future. */
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
  ['performance_series', 'at', sql`interval '1 minute'`],
  ['agent', 'last_seen_at'],
  ['agent', 'disconnected_at'],
];

/**
 * Sets timestamps that lie too far in the future to now. The server wrote them while the clock was ahead; without this, work that waits for
 * them would stall until the clock catches up. Returns the number of changed rows.
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
