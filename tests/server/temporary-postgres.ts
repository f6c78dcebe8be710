import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';

export interface TemporaryPostgres {
  /** A fresh database, as `DATABASE_URL` names it. */
  createDatabase(): Promise<string>;
  dispose(): Promise<void>;
}

/** The PostgreSQL that CAIRN_TEST_DATABASE_URL names (its user may make databases), or an embedded one that goes with the test. */
export async function temporaryPostgres(): Promise<TemporaryPostgres> {
  const outside = process.env.CAIRN_TEST_DATABASE_URL;
  if (outside) return on(outside, async () => undefined);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pg-'));
  const embedded = await startEmbeddedPostgres(folder, {
    info: () => undefined,
    error: (words) => console.error(words),
  });
  const { user, password, host } = embedded.connection;
  return on(`postgres://${user}:${String(password)}@localhost/postgres?host=${host}`, async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  });
}

function on(url: string, end: () => Promise<void>): TemporaryPostgres {
  const made: string[] = [];
  const administer = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  return {
    async createDatabase() {
      const name = `cairn_test_${process.pid}_${Date.now().toString(36)}_${made.length}`;
      // Several may be asked for at once.
      made.push(name);
      await administer(`create database ${name}`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    async dispose() {
      for (const name of made) await administer(`drop database if exists ${name} with (force)`);
      await end();
    },
  };
}
