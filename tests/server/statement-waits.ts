import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { TestServer } from './harness.ts';

/** Waits until some statement waits for a lock of another transaction. */
export async function statementWaits({ services }: TestServer): Promise<void> {
  const waiting = () =>
    services.database.execute(sql`
      select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
  await expect.poll(async () => (await waiting()).rows.length, { timeout: 30_000 }).toBeGreaterThan(0);
}
