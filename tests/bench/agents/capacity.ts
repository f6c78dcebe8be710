// agents.capacity: agents that are connected to one server process, in a process of their own: the memory of each, the time until all are
// back after the server was killed, and what became of commands that ran then. Default: BENCH_AGENTS=5000.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startProduct, type Product } from '../../product/product.ts';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { residentMegabytes } from '../monitors/processor-time.ts';
import { plantAgents, query, startFleet, until, type Fleet } from './planted-fleet.ts';

const agents = Number(process.env['BENCH_AGENTS'] ?? 5000);
const commands = 500;

/** Resident megabytes of the server after a garbage collection, which its inspector runs. */
async function settledMegabytes(product: Product): Promise<number> {
  const address = /ws:\/\/127\.0\.0\.1:\d+\/[0-9a-f-]+/.exec(product.output())?.[0];
  if (address === undefined) throw new Error('the server has no inspector');
  const inspector = new WebSocket(address);
  await once(inspector, 'open');
  const ask = async (id: number, method: string) => {
    inspector.send(JSON.stringify({ id, method }));
    await once(inspector, 'message');
  };
  for (const id of [1, 2]) await ask(id, 'HeapProfiler.collectGarbage');
  inspector.close();
  await sleep(1000);
  return residentMegabytes(product.pid());
}

/** Commands for the first devices, as a technician starts them. */
async function queueCommands(product: Product): Promise<void> {
  await query(
    product,
    `with chosen as (select node_id, row_number() over (order by node_id) as n from agent order by node_id limit $1),
       runs as (insert into run (id, kind, subject, user_id, ip, state, progress, created_at, started_at, expires_at)
         select gen_random_uuid(), 'agent:network.ping', node_id::text, (select min(id) from app_user), '', 'running',
           '{"stage":"work","stages":["work"],"done":0,"total":0}', now(), now(), now() + interval '1 day' from chosen
         returning id, subject)
     insert into agent_command (id, node_id, method, params, created_at, expires_at)
     select runs.id, node_id, 'network.ping', jsonb_build_object('targets', jsonb_build_array('target-' || n), 'count', 1, 'timeoutMs', 1000),
       now(), now() + interval '10 minutes' from runs join chosen on node_id::text = subject`,
    [commands],
  );
}

async function countCommands(product: Product, state: string): Promise<number> {
  const [row] = await query(product, 'select count(*)::int as count from agent_command where state = $1', [state]);
  return Number(row?.['count']);
}

const figure = (
  name: string,
  value: number,
  most: number,
  unit: BenchResult['unit'],
  beside?: BenchResult['baseline'],
) => ({
  name: `agents.capacity.${name}`,
  value: rounded(value, 1),
  unit,
  goal: `<= ${most} ${unit}`,
  holds: value <= most,
  ...(beside && { baseline: { name: beside.name, value: rounded(beside.value, 1) } }),
});

async function run(): Promise<BenchResult[]> {
  const product = await startProduct({ NODE_OPTIONS: '--inspect=127.0.0.1:0' });
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fleet-'));
  let fleet: Fleet | undefined;
  try {
    await plantAgents(product, agents, ['inventory@1', 'network@1']);
    const before = await settledMegabytes(product);
    const started = startFleet({ server: product.url, agents, folder });
    fleet = started;
    await until('all agents connect', () => started.connected === agents, 90);
    // Their inventories and the next round are stored.
    await sleep(5000);
    const each = ((await settledMegabytes(product)) - before) * (1000 / agents);

    await queueCommands(product);
    await until('commands run', () => Object.keys(started.executed).length > commands / 5, 20);
    const killedAt = performance.now();
    await product.end('SIGKILL');
    const ready = await product.start();
    await until('connections end', () => started.connected < agents, 20);
    await until('all agents are back', () => started.connected === agents, 120);
    const back = (performance.now() - killedAt) / 1000;
    await until('commands end', async () => (await countCommands(product, 'pending')) === 0, 60);
    const executions = Object.values(started.executed);
    const done = await countCommands(product, 'done');
    const twice = executions.filter((count) => count > 1).length;
    return [
      figure('memory', each, 20, 'kB', { name: 'of so many agents', value: agents }),
      figure('back', back, 15, 's', { name: 'of which the server needed', value: ready / 1000 }),
      figure('lost', commands - done, 0, 'commands', { name: 'of', value: commands }),
      figure('twice', twice, 0, 'commands', { name: 'of', value: executions.length }),
    ];
  } finally {
    fleet?.process.kill('SIGKILL');
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = { names: ['agents.capacity'], run };
