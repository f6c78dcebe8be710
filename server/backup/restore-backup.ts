import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrateDatabase, newestMigration } from '../database/migrate.ts';
import { ByteReader } from './byte-reader.ts';
import { BackupRefused } from './backup-refused.ts';
import { FIRST_LINE, type BackedUpTable, type End, type Header, type TableEnd } from './format.ts';
import { openKey } from './seal-key.ts';
import { copyStatement, quoted } from './tables.ts';

/** A backup whose header was read and whose key was opened. */
export interface OpenBackup {
  header: Header;
  secretKey: Buffer;
  /** Fills an empty database. @throws BackupRefused; the database is empty again then */
  restoreTo(connection: ClientConfig, root: string): Promise<{ rows: number }>;
}

/** Judges a file and the passphrase before anything is touched. @throws BackupRefused */
export async function openBackup(file: string, passphrase: string, root: string): Promise<OpenBackup> {
  const source = createReadStream(file);
  const unzipped = createGunzip();
  // A failure reaches the reader, which says it.
  source.on('error', (error) => unzipped.destroy(error));
  const reader = new ByteReader(source.pipe(unzipped) as AsyncIterable<Buffer>);
  const first = await reader.line();
  if (first !== FIRST_LINE) {
    throw new BackupRefused(
      first.startsWith('cairn-backup ')
        ? 'A newer Cairn made this backup; restore it with that version.'
        : 'The file is not a backup of Cairn.',
    );
  }
  const { text, value: header } = await reader.json<Header>();
  if (header.migration > newestMigration(root)) {
    throw new BackupRefused(
      `Cairn ${header.version} made this backup with a newer schema; restore it with that version or a later one.`,
    );
  }
  return {
    header,
    secretKey: openKey(header.secretKey, passphrase),
    restoreTo: (connection, to) => restore(reader, { header, text }, connection, to),
  };
}

async function restore(
  reader: ByteReader,
  { header, text }: { header: Header; text: string },
  connection: ClientConfig,
  root: string,
): Promise<{ rows: number }> {
  const client = new Client({ ...connection, application_name: 'cairn restore' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await requireEmpty(client);
    try {
      // The schema of the backup's day; the rest of the migrations run on its rows.
      await migrateDatabase(connection, root, header.migration);
      await client.query('begin');
      const rows = await fill(client, reader, header, text);
      await client.query('commit');
      await migrateDatabase(connection, root);
      return { rows };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      await client.query('drop schema public cascade; drop schema if exists drizzle cascade; create schema public');
      throw error;
    }
  } finally {
    await client.end();
  }
}

/** @throws BackupRefused */
async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  if ((rows[0]?.count ?? 0) > 0) {
    throw new BackupRefused('The database is not empty; a backup is restored into an empty one only.');
  }
}

async function fill(client: Client, reader: ByteReader, header: Header, headerText: string): Promise<number> {
  const whole = createHash('sha256').update(`${headerText}\n`);
  const known = new Set(
    (
      await client.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
    ).rows.map(({ name }) => name),
  );
  const strange = header.tables.find(({ name }) => !known.has(name));
  if (strange) throw new BackupRefused(`The backup holds a table “${strange.name}” that its schema does not have.`);
  // Migrations may have put rows into it.
  await client.query(`truncate ${[...known].map((name) => `public.${quoted(name)}`).join(', ')}`);
  let rows = 0;
  for (const table of header.tables) rows += await fillTable(client, reader, table, whole);
  const { value: end } = await reader.json<End>();
  if (end.sha256 !== whole.digest('hex')) throw new BackupRefused('The backup is damaged: its checksum differs.');
  for (const { name, lastValue } of header.sequences) {
    await client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, lastValue]);
  }
  return rows;
}

async function fillTable(
  client: Client,
  reader: ByteReader,
  table: BackedUpTable,
  whole: ReturnType<typeof createHash>,
): Promise<number> {
  const digest = createHash('sha256');
  const into = client.query(copyFrom(copyStatement(table, 'FROM STDIN')));
  await pipeline(Readable.from(chunksOf(reader, digest), { objectMode: false }), into);
  const { text, value: end } = await reader.json<TableEnd>();
  whole.update(`${text}\n`);
  if (digest.digest('hex') !== end.sha256 || into.rowCount !== end.rows) {
    throw new BackupRefused(`The backup is damaged: the rows of “${table.name}” differ from their checksum.`);
  }
  return end.rows;
}

async function* chunksOf(reader: ByteReader, digest: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for (let chunk = await reader.chunk(); chunk; chunk = await reader.chunk()) {
    digest.update(chunk);
    yield chunk;
  }
}
