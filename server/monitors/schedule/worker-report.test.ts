import { randomUUID } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import type { Database } from '../../database/database.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { monitorWorker } from '../../database/schema/monitors.ts';
import { checksDone, checksDropped, recentLateness } from '../metrics.ts';
import { listMonitorServers, WorkerReporter } from './worker-report.ts';

let postgres: TemporaryPostgres;
let pool: Pool;
let database: Database;
beforeAll(async () => {
  postgres = await temporaryPostgres();
  const connectionString = await postgres.createDatabase();
  await migrateDatabase({ connectionString }, process.cwd());
  pool = new Pool({ connectionString });
  database = drizzle(pool);
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});
beforeEach(async () => {
  await database.delete(monitorWorker);
  for (const metric of [checksDone, checksDropped, recentLateness]) metric.reset();
});

/** A process that lives for another `seconds`. */
async function worker(seconds: number): Promise<string> {
  const id = randomUUID();
  await database.insert(monitorWorker).values({ id, until: new Date(Date.now() + seconds * 1000) });
  return id;
}

describe('what a server says of its monitors', () => {
  it('is how many there are, how many checks a minute, how late they began and what was lost', async () => {
    const reporter = new WorkerReporter(database, await worker(60));
    const begun = Date.now();
    await reporter.tick(1200, begun);
    expect(await listMonitorServers(database)).toMatchObject([
      { pid: process.pid, monitors: 1200, checksPerMinute: 0, latenessMedian: null, latenessP99: null, dropped: 0 },
    ]);
    checksDone.inc({ type: 'PING', ok: 'true' }, 100);
    checksDone.inc({ type: 'HTTP', ok: 'false' }, 20);
    checksDropped.inc(3);
    for (let check = 0; check < 980; check += 1) recentLateness.observe(0.001 + (check % 20) / 10_000);
    for (let check = 0; check < 20; check += 1) recentLateness.observe(1.5);
    await reporter.tick(1300, begun + 30_000);
    const [told] = await listMonitorServers(database);
    expect(told).toMatchObject({ monitors: 1300, checksPerMinute: 240, dropped: 3 });
    expect(told?.latenessMedian).toBeGreaterThan(1);
    expect(told?.latenessMedian).toBeLessThan(3);
    expect(told?.latenessP99).toBeCloseTo(1500, -2);
    expect(Math.abs(Date.now() - Date.parse(told?.reportedAt ?? ''))).toBeLessThan(10_000);
  });

  it('is written every ten seconds, however often the leases are renewed', async () => {
    const reporter = new WorkerReporter(database, await worker(60));
    const begun = Date.now();
    await reporter.tick(1, begun);
    await reporter.tick(2, begun + 9_999);
    expect(await listMonitorServers(database)).toMatchObject([{ monitors: 1 }]);
    await reporter.tick(3, begun + 10_000);
    expect(await listMonitorServers(database)).toMatchObject([{ monitors: 3 }]);
  });

  it('goes with the process: of one that fell silent nothing is shown', async () => {
    await new WorkerReporter(database, await worker(-1)).tick(5);
    const live = await worker(60);
    expect(await listMonitorServers(database)).toEqual([]);
    await new WorkerReporter(database, live).tick(7);
    expect(await listMonitorServers(database)).toMatchObject([{ id: live, monitors: 7 }]);
  });
});
