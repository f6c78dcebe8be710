import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { refusingWrites } from '#tests/server/refused-writes.ts';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import { connect } from '../../database/connect.ts';
import type { Database } from '../../database/database.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { readResults } from './read-results.ts';
import { prune, rollUp } from './rollup.ts';

const now = new Date('2026-06-15T12:03:00Z');
const hour = 3_600_000;
let postgres: TemporaryPostgres;
let pool: pg.Pool;
let database: Database;

beforeAll(async () => {
  postgres = await temporaryPostgres();
  const connection = { connectionString: await postgres.createDatabase() };
  await migrateDatabase(connection, fileURLToPath(new URL('../../../', import.meta.url)));
  ({ pool, database } = connect(connection, () => undefined));
  await database.execute(sql`insert into organization (name) values ('Acme')`);
  await database.execute(sql`insert into location (organization_id, name, position) values (1, 'Main office', 0)`);
  await database.execute(
    sql`insert into node (name, node_class, node_type, organization_id, location_id) values ('a', 'x', 'x', 1, 1), ('b', 'x', 'x', 1, 1)`,
  );
  await database.execute(
    sql`insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config) select id, true, 'PING', 60, 5, '{}' from node`,
  );
});
afterAll(async () => {
  await pool.end();
  await postgres.dispose();
});
beforeEach(async () => {
  await database.execute(sql`truncate monitor_result, monitor_rollup, monitor_rollup_mark`);
});

/** One check a minute from `from` to `to`; the first of every ten fails, the others take 1 … 9 ms. */
async function checks(id: number, from: Date, to: Date): Promise<void> {
  await database.execute(sql`
    insert into monitor_result (monitor_id, at, ok, response_time)
    select ${id}, at, extract(minute from at)::int % 10 > 0, nullif(extract(minute from at)::int % 10, 0)
    from generate_series(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz - interval '1 second', interval '1 minute') at`);
}
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table} where ${where}`);
  return rows[0]?.count ?? 0;
}

describe('the history of a monitor', () => {
  it('is rolled up into both resolutions or into none', async () => {
    await checks(1, before(2 * hour), now);
    const hours = { table: 'monitor_rollup', event: 'insert', rows: 'new.resolution = 3600' } as const;
    await refusingWrites(database, hours, () => expect(rollUp(database, now)).rejects.toThrow('Failed query'));
    expect([await count('monitor_rollup'), await count('monitor_rollup_mark')]).toEqual([0, 0]);
  });

  it('is rolled up into finished spans alone, and again without a change', async () => {
    await checks(1, before(2 * hour), now);
    await rollUp(database, now);
    const fine = await count('monitor_rollup', 'resolution = 300');
    // 10:03 to 12:00: the last span, which has just begun, is not in it.
    expect(fine).toBe(24);
    expect(await count('monitor_rollup', 'resolution = 3600')).toBe(2);
    const { rows } = await pool.query(
      `select checks, up, timed, response_sum, response_max from monitor_rollup where resolution = 300 and at = '2026-06-15T11:00:00Z'`,
    );
    expect(rows).toEqual([{ checks: 5, up: 4, timed: 4, response_sum: 10, response_max: 4 }]);
    const { rows: hours } = await pool.query(
      `select checks, up, response_sum from monitor_rollup where resolution = 3600 and at = '2026-06-15T11:00:00Z'`,
    );
    expect(hours).toEqual([{ checks: 60, up: 54, response_sum: 270 }]);
    await rollUp(database, now);
    expect(await count('monitor_rollup')).toBe(26);
  });

  it('takes in what came late, and goes on where it was', async () => {
    await checks(1, before(hour), before(600_000));
    await rollUp(database, now);
    await checks(1, before(600_000), now);
    await rollUp(database, new Date(now.getTime() + 300_000));
    expect(
      await pool
        .query(`select sum(checks)::int as checks from monitor_rollup where resolution = 300`)
        .then(({ rows }) => rows),
    ).toEqual([{ checks: 60 }]);
  });

  it('is pruned by age once it is rolled up, and goes when its monitor is gone', async () => {
    await checks(1, before(72 * hour), now);
    await checks(2, before(hour), now);
    await checks(99, before(hour), now);
    await prune(database, now);
    // Nothing has been rolled up yet, so nothing is pruned; what has no monitor goes.
    expect(await count('monitor_result', 'monitor_id = 1')).toBe(72 * 60);
    expect(await count('monitor_result', 'monitor_id = 99')).toBe(0);
    await rollUp(database, now);
    await database.execute(sql`insert into monitor_rollup values (1, 300, ${before(31 * 24 * hour).toISOString()}, 1, 1, 1, 1, 1), (1, 3600, ${before(31 * 24 * hour).toISOString()}, 1, 1, 1, 1, 1),
      (1, 3600, ${before(400 * 24 * hour).toISOString()}, 1, 1, 1, 1, 1), (99, 3600, ${before(hour).toISOString()}, 1, 1, 1, 1, 1)`);
    await prune(database, now);
    expect(await count('monitor_result', 'monitor_id = 1')).toBe(48 * 60);
    expect(await count('monitor_result', 'monitor_id = 2')).toBe(60);
    expect(await count('monitor_rollup', `at < '2026-06-01'`)).toBe(1);
    expect(await count('monitor_rollup', 'monitor_id = 99')).toBe(0);
  });
});

describe('the points of a plot', () => {
  const read = (from: Date, points: number, to = now) => readResults(database, 1, { from, to, points }, now);

  it('are single checks where they are few, averages where they are many', async () => {
    await checks(1, before(2 * hour), now);
    const single = await read(before(hour), 100);
    expect(single.points.length).toBe(60);
    expect(single.points[0]).toMatchObject({ checks: 1 });
    const many = await read(before(2 * hour), 20);
    expect(many.points.length).toBeLessThanOrEqual(20);
    expect(many.points.reduce((sum, { checks: each }) => sum + each, 0)).toBe(120);
    expect(many.availability).toBeCloseTo(0.9);
  });

  it('come from what was rolled up where raw results are gone, together with those not rolled up yet', async () => {
    await checks(1, before(60 * hour), now);
    await rollUp(database, before(24 * hour));
    await rollUp(database, now);
    await prune(database, now);
    expect(await count('monitor_result')).toBe(48 * 60);
    const { points, availability } = await read(before(60 * hour), 400);
    expect(points.length).toBe(361);
    expect(points.reduce((sum, each) => sum + each.checks, 0)).toBeGreaterThanOrEqual(60 * 60 - 5);
    expect(availability).toBeCloseTo(0.9, 1);
    expect(points.at(-1)?.at).toBe('2026-06-15T12:00:00.000Z');
  });

  it('leave a gap where there were no checks', async () => {
    await checks(1, before(4 * hour), before(3 * hour));
    await checks(1, before(hour), now);
    const { points } = await read(before(4 * hour), 24);
    const times = points.map(({ at }) => Date.parse(at));
    const widest = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
    expect(widest).toBeGreaterThanOrEqual(1.8 * hour);
  });
});
