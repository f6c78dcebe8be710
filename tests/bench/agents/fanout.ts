// automations.fanout: a policy runs one script on many agents: the time until it has begun on all, the output of each, and what becomes of
// the runs when the server is killed in the middle. Default: BENCH_AGENTS=5000.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '#server/accounts/tokens.ts';
import { automationBody, scriptBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import { startProduct, type Product } from '../../product/product.ts';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { keyOf, outputOf } from './fleet.ts';
import { plantAgents, query, startFleet, until, type Fleet } from './planted-fleet.ts';

const agents = Number(process.env['BENCH_AGENTS'] ?? 5000);
const most = 10;

/** A policy that all devices have, with one automation. */
async function plantAutomation(product: Product, cookie: string): Promise<void> {
  const call = (method: string, path: string, body: unknown) => callByApi(product, cookie, method, path, body);
  const { script } = await call('POST', '/scripting/scripts', {
    ...scriptBody('Fan out'),
    operatingSystems: ['Linux'],
  });
  const policy = { name: 'Everywhere', enabled: true, nodeClassDefault: true, nodeClass: 'LINUX_SERVER' };
  const { policyId } = await call('POST', '/policy', policy);
  const { revision } = await callByApi(product, cookie, 'GET', `/policy/${String(policyId)}`);
  const schedule = {
    schema: '2.0',
    repeats: 'DAILY',
    repeatsEveryCount: 1,
    runAtHour: 3,
    runAtMinute: 0,
    dayOfMonth: 1,
    startDate: '2026-01-01',
    end: { type: 'NEVER', occurenceCount: 1, endDate: null },
    timeZone: 'UTC',
  };
  const automations = [automationBody(Number((script as { id: number }).id), { key: randomUUID(), schedule })];
  await call('PUT', `/policy/${String(policyId)}/automations`, { revision, automations });
}

/** The time of the automation has come. */
async function makeDue(product: Product): Promise<void> {
  await query(product, 'update policy_automation set next_run_at = now()');
  await query(product, `select graphile_worker.add_job('run_automations', job_key := 'run_automations')`);
}

interface Round {
  begun(): number;
  /** Seconds from now until it began on all; of the agents' own clock, which is this computer's. */
  untilBegun(): Promise<number>;
}

function beginRound(fleet: Fleet): Round {
  const before = Object.keys(fleet.executed).length;
  const from = Date.now();
  const begun = () => Object.keys(fleet.executed).length - before;
  return {
    begun,
    async untilBegun() {
      await until('the script begins on all agents', () => begun() >= agents, 180);
      return (fleet.lastBegun - from) / 1000;
    },
  };
}

/** The devices whose latest run ended well with the output of their own agent and nothing else. */
async function countKept(product: Product): Promise<number> {
  const rows = await query(
    product,
    `with latest as (select id from script_run order by created_at desc limit 1)
     select a.key_hash as hash, string_agg(i.data ->> 'text', '' order by i.seq) as text
     from latest join script_run_device d on d.script_run_id = latest.id
       join run r on r.id = d.run_id and r.state = 'done'
       join agent a on a.node_id = d.node_id left join run_item i on i.run_id = d.run_id
     group by a.key_hash`,
  );
  const texts = new Map(rows.map(({ hash, text }) => [String(hash), text]));
  return Array.from({ length: agents }, (_, index) => index).filter(
    (index) => texts.get(hashToken(keyOf(index))) === outputOf(index),
  ).length;
}

const figure = (name: string, value: number, bound: number, unit: BenchResult['unit'], of?: number): BenchResult => ({
  name: `automations.fanout.${name}`,
  value: rounded(value, 1),
  unit,
  goal: `<= ${bound} ${unit}`,
  holds: value <= bound,
  ...(of !== undefined && { baseline: { name: 'of', value: of } }),
});

async function run(): Promise<BenchResult[]> {
  const product = await startProduct();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fleet-'));
  let fleet: Fleet | undefined;
  try {
    const { cookie } = await plantAgents(product, agents, ['inventory@1', 'network@1', 'scripts@1']);
    await plantAutomation(product, cookie);
    const started = startFleet({ server: product.url, agents, folder });
    fleet = started;
    await until('all agents connect', () => started.connected === agents, 120);
    await until('all devices are up', async () => (await countUp(product)) === agents, 60);

    const quiet = beginRound(started);
    await makeDue(product);
    const seconds = await quiet.untilBegun();
    await until('all outputs are kept', async () => (await countKept(product)) === agents, 120);

    const killed = beginRound(started);
    await makeDue(product);
    await until('a third has begun', () => killed.begun() > agents / 3, 120);
    await product.end('SIGKILL');
    await product.start();
    // Whatever was lost does not come: who waits longest for it sees how much.
    await until('all outputs are kept', async () => (await countKept(product)) === agents, 240).catch(() => undefined);
    const lost = agents - (await countKept(product));
    if (lost > 0) await sayWhy(product);
    const twice =
      Object.values(started.executed).filter((count) => count > 1).length + Math.max(0, killed.begun() - agents);
    return [
      figure('begun', seconds, most, 's', agents),
      figure('lost', lost, 0, 'commands', agents),
      figure('twice', twice, 0, 'commands', Object.keys(started.executed).length),
    ];
  } finally {
    fleet?.process.kill('SIGKILL');
    await product.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How the runs ended whose output is not the one of their agent. */
async function sayWhy(product: Product): Promise<void> {
  const rows = await query(
    product,
    `select r.state, r.refusal::text, c.state as command, c.error, c.reported, c.item_count as items, n.is_up as up, count(*)::int
     from script_run_device d join run r on r.id = d.run_id join node n on n.id = d.node_id
       left join agent_command c on c.id = d.run_id
     where d.script_run_id = (select id from script_run order by created_at desc limit 1) group by 1, 2, 3, 4, 5, 6, 7`,
  );
  const waiting = await query(product, 'select count(*)::int from policy_automation_target');
  console.error(JSON.stringify({ rows, waiting }));
}

async function countUp(product: Product): Promise<number> {
  const [row] = await query(product, 'select count(*)::int as count from node where is_up');
  return Number(row?.['count']);
}

export const bench: Bench = { names: ['automations.fanout'], run };
