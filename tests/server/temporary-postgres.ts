import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded-postgres.ts';

export interface TemporaryPostgres {
  /** Where its user may create databases. */
  url: string;
  /** A fresh database, as `DATABASE_URL` names it: migrated in a run of vitest, which copies a template; empty elsewhere. */
  createDatabase(): Promise<string>;
  createEmptyDatabase(): Promise<string>;
  /** Drops the databases that it created, and stops the server if it started one. */
  dispose(): Promise<void>;
}

/** What a test file learns of the server that a run shares. */
export interface SharedPostgres {
  url: string;
  /** The migrated database that it copies. */
  template: string;
}

/** Two files run at a time, and some start several servers with a pool of twenty each. */
const CONNECTIONS = 300;
const settings = [
  `max_connections=${CONNECTIONS}`,
  // What a test writes need not outlive the machine.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  // For tables of a few rows that nobody has analyzed, PostgreSQL starts processes that take longer than the query.
  'max_parallel_workers_per_gather=0',
];

/** The server that a run of vitest shares; outside of vitest a server of its own. */
export async function temporaryPostgres(): Promise<TemporaryPostgres> {
  const door = process.env.CAIRN_TEST_SHARED_POSTGRES;
  if (door === undefined) return startPostgres();
  const answer = await fetch(door);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the shared PostgreSQL did not start: ${text}`);
  const { url, template } = JSON.parse(text) as SharedPostgres;
  return createOn(url, { template, stop: async () => undefined });
}

/** The PostgreSQL that CAIRN_TEST_DATABASE_URL names (its user may create databases), or an embedded one. */
export async function startPostgres(): Promise<TemporaryPostgres> {
  const outside = process.env.CAIRN_TEST_DATABASE_URL;
  if (outside) return createOn(outside, { stop: async () => undefined });
  const folder = mkdtempSync(join(tmpdir(), 'cairn-pg-'));
  const log = { info: () => undefined, error: (words: string) => console.error(words) };
  const embedded = await startEmbeddedPostgres(folder, log, { settings });
  const { user, password, host } = embedded.connection;
  return createOn(`postgres://${user}:${String(password)}@localhost/postgres?host=${host}`, {
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

function createOn(
  url: string,
  { template, stop }: { template?: string; stop: () => Promise<void> },
): TemporaryPostgres {
  const created: string[] = [];
  const administer = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  const create = async (from = 'template1') => {
    const name = `cairn_test_${randomBytes(8).toString('hex')}`;
    // A test may ask for several at once.
    created.push(name);
    await administer(`create database ${name} template ${from}`);
    const address = new URL(url);
    address.pathname = `/${name}`;
    return address.href;
  };
  return {
    url,
    createDatabase: () => create(template),
    createEmptyDatabase: () => create(),
    async dispose() {
      for (const name of created) await administer(`drop database if exists ${name} with (force)`);
      await stop();
    },
  };
}
