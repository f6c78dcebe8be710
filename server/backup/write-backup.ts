import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, type ClientConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { appliedMigration } from '../database/migrate.ts';
import { BackupRefused } from './backup-refused.ts';
import { FIRST_LINE, type BackedUpTable, type End, type Header, type TableEnd } from './format.ts';
import { sealKey } from './seal-key.ts';
import { copyStatement, listSequences, listTables } from './tables.ts';

interface Options {
  connection: ClientConfig;
  file: string;
  /** The installation's key, which is sealed by the passphrase. */
  secretKey: Buffer;
  passphrase: string;
  version: string;
  /** Gets the snapshot's name before anything is read, for whoever compares. */
  onSnapshot?: (name: string) => Promise<void>;
}

/**
 * Writes every row of one instant to a file while others go on writing: one transaction reads one snapshot, and reading
 * blocks no writer. The file is complete or not there.
 * @throws BackupRefused
 */
export async function writeBackup(options: Options): Promise<{ rows: number; bytes: number }> {
  const { connection, file, onSnapshot } = options;
  if (existsSync(file)) throw new BackupRefused(`${file} exists already; a backup replaces no file.`);
  const unfinished = `${file}.unfinished`;
  const client = new Client({ ...connection, application_name: 'cairn backup' });
  client.on('error', () => undefined);
  await client.connect();
  const count = { rows: 0 };
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
    await onSnapshot?.(rows[0]?.name ?? '');
    await pipeline(
      Readable.from(parts(client, options, count), { objectMode: false }),
      // The fastest level: half the size for a tenth of the time of the usual one.
      createGzip({ level: 1 }),
      createWriteStream(unfinished, { mode: 0o600, flush: true }),
    );
    renameSync(unfinished, file);
    return { rows: count.rows, bytes: statSync(file).size };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* parts(client: Client, options: Options, count: { rows: number }): AsyncGenerator<Buffer> {
  const whole = createHash('sha256');
  const line = (value: Header | TableEnd) => {
    const text = `${JSON.stringify(value)}\n`;
    whole.update(text);
    return Buffer.from(text);
  };
  const header: Header = {
    createdAt: new Date().toISOString(),
    version: options.version,
    migration: await appliedMigration(client),
    tables: await listTables(client),
    sequences: await listSequences(client),
    secretKey: sealKey(options.secretKey, options.passphrase),
  };
  yield Buffer.from(`${FIRST_LINE}\n`);
  yield line(header);
  for (const table of header.tables) {
    const end: TableEnd = { rows: 0, sha256: '' };
    yield* rowsOf(client, table, end);
    count.rows += end.rows;
    yield line(end);
  }
  yield Buffer.from(`${JSON.stringify({ sha256: whole.digest('hex') } satisfies End)}\n`);
}

async function* rowsOf(client: Client, table: BackedUpTable, end: TableEnd): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const stream = client.query(copyTo(copyStatement(table, 'TO STDOUT')));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    digest.update(chunk);
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
  end.rows = stream.rowCount;
  end.sha256 = digest.digest('hex');
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
