import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import type { Queries } from './database.ts';

/** Arbitrary number, the same in every Cairn server. */
const MIGRATION_LOCK = 4_217_001;
const FOLDER = 'server/database/migrations';

/** Serializes a step after the migration across servers, until this transaction ends. */
export async function lockMigration(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}

/** A newer Cairn has migrated this database; writing to an unknown schema could damage it. */
export class SchemaNewer extends Error {
  constructor() {
    super(
      'A newer version of Cairn has used this database, and this one does not know its schema. Start the newer version, or ' +
        'restore a backup that was made before the upgrade.',
    );
    this.name = 'SchemaNewer';
  }
}

/** The server of this version has not migrated the database yet. */
export class SchemaOlder extends Error {
  constructor() {
    super(
      'An older version of Cairn used this database last. Start the server of this version once, then run the command.',
    );
    this.name = 'SchemaOlder';
  }
}

/** Requires the schema of this version, for commands. @throws SchemaNewer, SchemaOlder */
export async function requireSchema(connection: ClientConfig, root: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  try {
    const applied = await appliedMigration(client);
    const newest = newestMigration(root);
    if (applied > newest) throw new SchemaNewer();
    if (applied < newest) throw new SchemaOlder();
  } finally {
    await client.end();
  }
}

interface Journal {
  entries: { tag: string; when: number }[];
}

/**
 * Migrates the schema. When several servers start at once, one migrates and the others wait. Each run is one
 * transaction: an interrupted run changes nothing, and the next start repeats it.
 * `upTo`: timestamp of the last migration to run; all of them by default.
 * @throws SchemaNewer
 */
export async function migrateDatabase(connection: ClientConfig, root: string, upTo?: number): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  const earlier = upTo === undefined ? undefined : earlierMigrations(root, upTo);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const known = new Set(journalOf(root).entries.map(({ when }) => when));
    if ((await appliedMigrations(client)).some((when) => !known.has(when))) throw new SchemaNewer();
    await migrate(drizzle(client), { migrationsFolder: earlier ?? join(root, FOLDER) });
  } finally {
    if (earlier) rmSync(earlier, { recursive: true, force: true });
    await client.end();
  }
}

function journalOf(root: string): Journal {
  return JSON.parse(readFileSync(join(root, FOLDER, 'meta/_journal.json'), 'utf8')) as Journal;
}

/** Timestamp of the newest migration of this Cairn. */
export function newestMigration(root: string): number {
  return Math.max(...journalOf(root).entries.map(({ when }) => when));
}

/** Timestamp of the newest migration of a database; 0 without any. */
export async function appliedMigration(client: Client): Promise<number> {
  return Math.max(0, ...(await appliedMigrations(client)));
}

async function appliedMigrations(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const applied = await client.query<{ when: string }>('select created_at as when from drizzle.__drizzle_migrations');
  return applied.rows.map(({ when }) => Number(when));
}

/** Creates a folder with the migrations up to this one. */
function earlierMigrations(root: string, upTo: number): string {
  const journal = journalOf(root);
  const entries = journal.entries.filter(({ when }) => when <= upTo);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-migrations-'));
  mkdirSync(join(folder, 'meta'));
  for (const { tag } of entries) cpSync(join(root, FOLDER, `${tag}.sql`), join(folder, `${tag}.sql`));
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}
