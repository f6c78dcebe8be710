import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import { connect } from './database/connect.ts';
import { createLog } from './log.ts';

let postgres: TemporaryPostgres;
beforeAll(async () => void (postgres = await temporaryPostgres()));
afterAll(() => postgres.dispose());

/** What a log line looks like on standard output. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const log = createLog('info');
  const stream = Object.getOwnPropertySymbols(log)
    .map((symbol) => (log as unknown as Record<symbol, unknown>)[symbol])
    .find(
      (value): value is { write(text: string): void } => typeof (value as { write?: unknown })?.write === 'function',
    );
  if (!stream) throw new Error('the log writes nowhere');
  vi.spyOn(stream, 'write').mockImplementation((text) => void lines.push(text));
  write(log);
  return lines.join('');
}

describe('the log', () => {
  it('says what statement failed and why, and not with which values', async () => {
    const { pool, database } = connect({ connectionString: await postgres.createDatabase() }, () => undefined);
    await database.execute(sql`create table person (email text unique)`);
    const insert = () => database.execute(sql`insert into person values (${'ada@example.com'})`);
    await insert();
    const error = await insert().catch((failure: unknown) => failure);
    const line = written((log) => log.error({ err: error }, 'failed'));
    await pool.end();
    expect(line).toContain('insert into person values ($1)');
    expect(line).toContain('duplicate key value violates unique constraint');
    expect(line).toContain('23505');
    expect(line).toContain('log.test.ts');
    expect(line).not.toContain('ada@example.com');
    expect(line).not.toContain('secretKey');
  });

  it('hides cookies, keys, passwords and tokens that an object carries', () => {
    const line = written((log) =>
      log.info({
        req: { headers: { cookie: 'cairn_session=abc', authorization: 'Bearer abc' } },
        body: { password: 'abc', token: 'abc', secret: 'abc' },
      }),
    );
    expect(line).not.toContain('abc');
  });
});
