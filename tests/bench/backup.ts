// Backs up 1 GB of history during concurrent writes, restores it and compares the data.
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
/** Approximate size of a stored check with its index entry. */
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

/** Row count and sum of row hashes of each table. */
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

async function waitsForLocks(url: string, pid: number, ended: () => boolean): Promise<number> {
  return onDatabase(url, async (client) => {
    let paused = 0;
    for (let before = performance.now(); !ended();) {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [pid],
      );
      const now = performance.now();
      if (rows.length > 0) paused += now - before;
      before = now;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return paused;
  });
}

/** Lists the tables whose digests differ, with both digests. */
function describeDifferences(before: string, after: string): string {
  const restored = new Set(after.split('\n'));
  const missing = before.split('\n').filter((line) => !restored.has(line));
  return missing
    .map((line) => `${line}, restored ${after.match(new RegExp(`^${line.split(' ')[0]} .*`, 'm'))?.[0]}\n`)
    .join('');
}

/** Interval of polling PostgreSQL for lock waits of the writer. */
const LOOK_MS = 10;
/** Duration of the baseline: writes without a backup. */
const ALONE_MS = 10_000;

interface Writes {
  /** Milliseconds of the longest write. On a busy machine it mainly measures the machine. */
  longest: number;
  /** Milliseconds that the writer waited for locks, which a backup could cause. */
  paused: number;
}

/** Inserts rows of its own monitor one by one until `ended`. */
async function watchWrites(url: string, monitor: number, ended: () => boolean): Promise<Writes> {
  return onDatabase(url, async (client) => {
    let longest = 0;
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const paused = waitsForLocks(url, rows[0]?.pid ?? 0, ended);
    for (let at = 0; !ended(); at++) {
      const begun = performance.now();
      await client.query(
        `insert into monitor_result (monitor_id, at, ok) values ($2, timestamptz '2026-01-01' + $1 * interval '1 second', true)`,
        [at, monitor],
      );
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { longest, paused: await paused };
  });
}

export const bench: Bench = {
  names: ['backup.pause', 'backup.write', 'backup.restore'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-backup-'));
    const postgres = await temporaryPostgres();
    try {
      const [source, target] = [await postgres.createEmptyDatabase(), await postgres.createEmptyDatabase()];
      const bytes = await fill(source);
      const file = join(folder, 'bench.cairn');
      let before = '';
      let done = false;
      const aloneUntil = performance.now() + ALONE_MS;
      const alone = await watchWrites(source, 100_000, () => performance.now() > aloneUntil);
      const writing = watchWrites(source, 100_001, () => done);
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
      const { longest, paused } = await writing;
      begun = performance.now();
      const backup = await openBackup(file, passphrase, root);
      await backup.restoreTo({ connectionString: target }, root);
      const restored = (performance.now() - begun) / 1000;
      const after = await onDatabase(target, digestOf);
      const equal = after === before;
      if (!equal) process.stderr.write(describeDifferences(before, after));
      process.stderr.write(
        `${(bytes / 1e9).toFixed(2)} GB in the database, ${made.rows} rows, a file of ${(made.bytes / 1e6).toFixed(0)} MB, ${equal ? 'restored equal' : 'DIFFERENT'}, longest write ${longest.toFixed(0)} ms, without a backup ${alone.longest.toFixed(0)} ms\n`,
      );
      const result = (name: string, value: number, goal: string, holds: boolean) =>
        ({ name, value: rounded(value), unit: 's', goal, holds }) as const;
      return [
        result('backup.pause', paused / 1000, 'a writer waits for 0 s', paused === 0),
        result('backup.write', written, 'complete', made.rows > 0),
        result('backup.restore', restored, 'equal row by row', equal),
      ];
    } finally {
      await postgres.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
