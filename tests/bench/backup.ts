// 1 GB of history backed up while somebody writes, and restored equal.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { listTables, quoted } from '#server/backup/tables.ts';
import { openBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { migrateDatabase } from '#server/database/migrate.ts';
import { temporaryPostgres } from '../server/temporary-postgres.ts';
import { rounded, type Bench } from './bench.ts';

const root = join(import.meta.dirname, '../..');
const megabytes = Number(process.env.CAIRN_BENCH_BACKUP_MB ?? 1000);
/** A stored check with its index entry takes about this much. */
const ROW_BYTES = 150;
const passphrase = 'a passphrase of a bench';

async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function fill(url: string): Promise<number> {
  await migrateDatabase({ connectionString: url }, root);
  return onDatabase(url, async (client) => {
    await client.query(
      `insert into monitor_result (monitor_id, at, ok, response_time, status_code, facts)
       select n % 500, timestamptz '2026-01-01' + n * interval '1 second', n % 97 > 0, (n % 1000) / 3.0::real, 200,
         '{"loss": 0, "daysLeft": 42}'
       from generate_series(1, $1::int) n`,
      [Math.round((megabytes * 1e6) / ROW_BYTES)],
    );
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
    return Number(rows[0]?.bytes);
  });
}

/** Count and sum of the rows' hashes, table by table. */
async function digestOf(client: Client): Promise<string> {
  const digests: string[] = [];
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as digest from public.${quoted(name)} t`,
    );
    digests.push(`${name} ${rows[0]?.digest}`);
  }
  return digests.join('\n');
}

/** Writes one row after the other and answers the longest that one took, in milliseconds, until `ended`. */
async function longestWrite(url: string, ended: () => boolean): Promise<number> {
  return onDatabase(url, async (client) => {
    let longest = 0;
    for (let at = 0; !ended(); at++) {
      const begun = performance.now();
      await client.query(
        `insert into monitor_result (monitor_id, at, ok) values (100000, timestamptz '2026-01-01' + $1 * interval '1 second', true)`,
        [at],
      );
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return longest;
  });
}

export const bench: Bench = {
  names: ['backup.pause', 'backup.write', 'backup.restore'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-backup-'));
    const postgres = await temporaryPostgres();
    try {
      const [source, target] = [await postgres.createDatabase(), await postgres.createDatabase()];
      const bytes = await fill(source);
      const file = join(folder, 'bench.cairn');
      let before = '';
      let done = false;
      const pause = longestWrite(source, () => done);
      let begun = performance.now();
      const made = await writeBackup({
        connection: { connectionString: source },
        file,
        secretKey: Buffer.alloc(32, 'bench'),
        passphrase,
        version: 'bench',
        onSnapshot: (snapshot) =>
          onDatabase(source, async (client) => {
            await client.query(
              `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`,
            );
            before = await digestOf(client);
            begun = performance.now();
          }),
      });
      const written = (performance.now() - begun) / 1000;
      done = true;
      const longest = (await pause) / 1000;
      begun = performance.now();
      const backup = await openBackup(file, passphrase, root);
      await backup.restoreTo({ connectionString: target }, root);
      const restored = (performance.now() - begun) / 1000;
      const equal = (await onDatabase(target, digestOf)) === before;
      process.stderr.write(
        `${(bytes / 1e9).toFixed(2)} GB in the database, ${made.rows} rows, a file of ${(made.bytes / 1e6).toFixed(0)} MB, ${equal ? 'restored equal' : 'DIFFERENT'}\n`,
      );
      const result = (name: string, value: number, goal: string, holds: boolean) =>
        ({ name, value: rounded(value), unit: 's', goal, holds }) as const;
      return [
        result('backup.pause', longest, 'longest write while it runs <= 1 s', longest <= 1),
        result('backup.write', written, 'complete', made.rows > 0),
        result('backup.restore', restored, 'equal row by row', equal),
      ];
    } finally {
      await postgres.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
