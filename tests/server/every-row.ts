import { sql } from 'drizzle-orm';
import type { TestServer } from './harness.ts';

/** Tables that a deletion leaves out of the comparison: its own traces, and what the requests and jobs of a test write. */
const traces = new Set([
  'audit',
  'audit_head',
  'idempotency',
  'session',
  'deletion',
  'webhook_delivery',
  'monitor_worker',
  'monitor_shard',
  'device_watch',
]);

/** What the job that sends mail writes by the clock, as often as the test lasts long. */
const writtenByJobs: Readonly<Record<string, readonly string[]>> = { mail_outbox: ['attempts', 'next_attempt_at'] };

/** Every row of every table, by the name of the table. */
export async function everyRow({ services: { database } }: TestServer): Promise<Record<string, unknown>> {
  const { rows } = await database.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of rows.filter((table) => !traces.has(table.name))) {
    const left = sql.param(writtenByJobs[name] ?? []);
    const read = await database.execute<{ row: unknown }>(
      sql`select to_jsonb(t) - ${left}::text[] as row from ${sql.identifier(name)} t order by (to_jsonb(t) - ${left}::text[])::text`,
    );
    all[name] = read.rows.map(({ row }) => row);
  }
  return all;
}
