import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryPostgres, type TemporaryPostgres } from '#tests/server/temporary-postgres.ts';
import { migrateDatabase } from '../../database/migrate.ts';
import { nextDue } from './phase.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const monitors = 100;
const frequency = 1;
let postgres: TemporaryPostgres;
let databaseUrl: string;
let client: Client;
let target: Server;
let dataDirectory: string;
let hits = 0;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-share-'));
  postgres = await temporaryPostgres();
  databaseUrl = await postgres.createDatabase();
  await migrateDatabase({ connectionString: databaseUrl }, root);
  client = new Client(databaseUrl);
  await client.connect();
  target = createServer((_, response) => {
    hits += 1;
    response.end('ok');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  await client.query(`
    insert into division (name, allow_own_addresses) values ('Test', true);
    insert into organization (name) values ('Acme');
    insert into location (organization_id, name, position) values (1, 'Main office', 0);
    insert into node (name, node_class, node_type, organization_id, location_id)
      select 'Monitor ' || n, 'CLOUD_MONITOR_TARGET', 'CLOUD_MONITOR_TARGET', 1, 1 from generate_series(1, ${monitors}) n;
    insert into cloud_monitor (node_id, enabled, monitor_type, frequency, timeout, config)
      select id, true, 'HTTP', ${frequency}, 5, '{"httpHostname": "${url}"}' from node;
  `);
});
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
  await client.end();
  await postgres.dispose();
  target.closeAllConnections();
  target.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function startProcess(): Promise<ChildProcess> {
  const script = join(root, 'tests/fixtures/monitor-process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl, dataDirectory], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  processes.push(child);
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve());
    child.once('exit', () => reject(new Error('the process ended at its start')));
  });
  return child;
}
const exited = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()));

async function shares(): Promise<number[]> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from monitor_shard where owner is not null and until > now() group by owner order by 1',
  );
  return rows.map(({ count }) => count);
}
async function until(wanted: number[], milliseconds: number): Promise<number> {
  const startedAt = performance.now();
  for (;;) {
    const now = await shares();
    if (JSON.stringify(now) === JSON.stringify(wanted)) return performance.now() - startedAt;
    if (performance.now() - startedAt > milliseconds) throw new Error(`the shares are still ${JSON.stringify(now)}`);
    await sleep(50);
  }
}
interface Result {
  id: number;
  at: number;
}
async function results(from: number, to: number): Promise<Result[]> {
  const { rows } = await client.query<Result>(
    'select monitor_id as id, extract(epoch from at)::float8 * 1000 as at from monitor_result where at >= $1 and at < $2',
    [new Date(from), new Date(to)],
  );
  return rows;
}
/** Which turn of its monitor a result is: no turn may be there twice. */
const turn = ({ id, at }: Result) => `${id} ${nextDue(id, frequency * 1000, Math.round(at))}`;

it('two processes share the monitors, and one takes over from the other when it is killed or ends', async () => {
  const first = await startProcess();
  await until([64], 5000);
  const second = await startProcess();
  await until([32, 32], 8000);

  // Both at work: every monitor has each of its turns, once.
  await sleep(300);
  const from = Date.now();
  await sleep(4000);
  const to = Date.now();
  await sleep(600);
  const shared = await results(from, to);
  expect(new Set(shared.map(turn)).size).toBe(shared.length);
  expect(shared.length).toBeGreaterThanOrEqual(monitors * 4 * 0.97);
  expect(shared.length).toBeLessThanOrEqual(monitors * 4 * 1.03);

  // A killed process tells nobody; its share changes hands all the same.
  first.kill('SIGKILL');
  const killedAt = Date.now();
  await until([64], 15_000);
  await sleep(1500);
  const after = await results(killedAt, Date.now());
  expect(new Set(after.map(({ id }) => id)).size).toBe(monitors);
  const all = await results(from, Date.now());
  expect(new Set(all.map(turn)).size).toBe(all.length);

  // One that ends gives its share away at once and leaves nothing unwritten.
  const third = await startProcess();
  await until([32, 32], 8000);
  second.kill('SIGTERM');
  await exited(second);
  expect(await until([64], 3000)).toBeLessThan(3000);
  third.kill('SIGTERM');
  await exited(third);
  expect(await shares()).toEqual([]);
  const { rows } = await client.query<{ stored: number; workers: number }>(
    'select (select count(*)::int from monitor_result) as stored, (select count(*)::int from monitor_worker where until > now()) as workers',
  );
  expect(rows[0]?.workers).toBe(0);
  // Lost are at most the turns that were under way, or not yet written, when the first was killed.
  expect(hits - (rows[0]?.stored ?? 0)).toBeLessThan(monitors);
});
