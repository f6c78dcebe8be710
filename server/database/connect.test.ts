import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import { connect } from './connect.ts';
import { databaseFailure } from './failures.ts';

let postgres: TemporaryPostgres;
beforeAll(async () => void (postgres = await temporaryPostgres()));
afterAll(() => postgres.dispose());

describe('the connection pool', () => {
  it('gets every connection back from transactions whose connection broke, at whichever statement', async () => {
    const { pool, database } = connect({ connectionString: await postgres.createDatabase() }, () => undefined);
    const endAll = () =>
      pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
      );
    try {
      const failures: unknown[] = [];
      for (let round = 0; round < 15; round++) {
        const held = await Promise.all(Array.from({ length: 3 }, () => pool.connect()));
        for (const client of held) client.release();
        // Break connections while idle, during a statement, and before the commit.
        await Promise.all([
          endAll(),
          ...Array.from({ length: 3 }, (_unused, number) =>
            database
              .transaction(async (tx) => {
                await tx.execute(sql`select pg_sleep(${number * 0.01})`);
                await endAll();
                await tx.execute(sql`select 1`);
              })
              .catch((error: unknown) => failures.push(error)),
          ),
        ]).catch((error: unknown) => failures.push(error));
      }
      expect(failures.length).toBeGreaterThan(0);
      for (const failure of failures) expect(databaseFailure(failure), String(failure)).toBe('unavailable');
      expect(pool.totalCount - pool.idleCount).toBe(0);
      expect(await database.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([
        { one: 1 },
      ]);
    } finally {
      await pool.end();
    }
  });
});
