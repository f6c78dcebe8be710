import { and, eq, inArray, sql } from 'drizzle-orm';
import { visibleNodes } from '../access/visibility.ts';
import { appendAudit } from '../audit/chain.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { Database, Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { policyAutomation, policyAutomationTarget } from '../database/schema/policy-automations.ts';
import { scriptRun } from '../database/schema/script.ts';
import type { Live } from '../live/messages.ts';
import { noteHeldTasks } from '../maintenance/suppressed.ts';
import type { Secrets } from '../secrets.ts';
import { contentOf, type RunContent } from '../scripts/run-content.ts';
import { startOnDevices, type StartContext, type TargetDevice } from '../scripts/start-on-device.ts';
import {
  mayRunOn,
  policiesRunning,
  readAutomations,
  runnableOf,
  type AutomationRow,
  type Runnable,
} from './automations.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { readPolicyTree } from './resolve.ts';
import { isStandingAutomation } from './standing-automation.ts';

export interface AutomationTools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Secrets;
}

/** Devices of one transaction, which starts them all by a few statements: its audit rows hold others up until it commits. */
const mostAtOnce = 250;

interface Taken {
  run: typeof scriptRun.$inferSelect;
  automation: AutomationRow;
  nodeIds: number[];
  /** Until when each device may come back. */
  lastAt: ReadonlyMap<number, Date>;
}

/**
 * Starts an automation on some devices that have yet to run it, and returns on how many it decided. A device that is offline waits. The
 * policy and the permissions count as they are now: what changed since the time of the automation calls it off.
 */
export async function startTargets(tools: AutomationTools, now: Date): Promise<number> {
  return tools.database.transaction(async (tx) => {
    const taken = await take(tx, now);
    if (!taken) return 0;
    const { automation, run, nodeIds } = taken;
    const runnable = await runnableOf(tx, automation);
    if (typeof runnable === 'string' || run.scriptId === null) return nodeIds.length;
    const devices = await withoutGone(tx, taken, await devicesOf(tx, taken, runnable), now);
    const content = await contentOf(tx, runnable.script, run.version);
    await startAll(tools, tx, { taken, runnable, devices, content }, now);
    return nodeIds.length;
  });
}

/** Removes some devices of one run from those that wait; no other server takes them. */
async function take(tx: Queries, now: Date): Promise<Taken | undefined> {
  const { rows } = await tx.execute<{ runId: string; nodeId: number; automationId: number; lastAt: string }>(sql`
    with due as (
      select t.script_run_id, t.node_id from ${policyAutomationTarget} t join node n on n.id = t.node_id
      join policy_automation a on a.id = t.automation_id
      where (n.is_up or t.last_at <= ${now.toISOString()}) and ${isStandingAutomation(sql.raw('a'))}
      order by t.script_run_id, t.node_id limit ${mostAtOnce} for update of t skip locked),
    first as (select due.* from due where script_run_id = (select script_run_id from due limit 1))
    delete from ${policyAutomationTarget} t using first f where t.script_run_id = f.script_run_id and t.node_id = f.node_id
    returning t.script_run_id as "runId", t.node_id as "nodeId", t.automation_id as "automationId",
      t.last_at::text as "lastAt"`);
  const [one] = rows;
  if (!one) return undefined;
  const [run] = await tx.select().from(scriptRun).where(eq(scriptRun.id, one.runId));
  const [automation] = await tx.select().from(policyAutomation).where(eq(policyAutomation.id, one.automationId));
  const lastAt = new Map(rows.map((row) => [row.nodeId, new Date(row.lastAt)]));
  return run && automation ? { run, automation, nodeIds: [...lastAt.keys()], lastAt } : undefined;
}

/** The devices that still get the automation by their policy, and that its author may still change. */
async function devicesOf(tx: Queries, { automation, nodeIds }: Taken, { owner }: Runnable): Promise<TargetDevice[]> {
  const policies = policiesRunning(await readPolicyTree(tx), await readAutomations(tx), automation);
  const { rows } = await tx.execute<{ id: number }>(sql`
    select n.id from node n ${effectivePolicyJoins} where n.id in (select json_array_elements_text(${JSON.stringify(nodeIds)}::json)::int)
      and ${effectivePolicyId} in (select json_array_elements_text(${JSON.stringify(policies)}::json)::int)`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const devices = await tx
    .select({ node, agent })
    .from(node)
    .leftJoin(agent, eq(agent.nodeId, node.id))
    .where(and(inArray(node.id, ids), visibleNodes(owner)))
    .orderBy(node.id);
  return devices.filter((device) => mayRunOn(owner, device.node.organizationId));
}

/** A device that went offline since it was taken waits on, as if it had not been: a run would end at once. */
async function withoutGone(
  tx: Queries,
  { run, automation, lastAt }: Taken,
  devices: readonly TargetDevice[],
  now: Date,
): Promise<TargetDevice[]> {
  const gone = devices.flatMap(({ node: { id, isUp } }) => {
    const until = lastAt.get(id);
    return isUp || until === undefined || until <= now ? [] : [{ nodeId: id, lastAt: until }];
  });
  if (gone.length === 0) return [...devices];
  const waiting = gone.map((each) => ({ ...each, scriptRunId: run.id, automationId: automation.id }));
  await tx.insert(policyAutomationTarget).values(waiting);
  const ids = new Set(gone.map(({ nodeId }) => nodeId));
  return devices.filter((device) => !ids.has(device.node.id));
}

interface Start {
  taken: Taken;
  runnable: Runnable;
  devices: readonly TargetDevice[];
  content: RunContent;
}

async function startAll(
  { live, secrets }: AutomationTools,
  tx: Queries,
  { taken: { run, automation }, runnable, devices, content }: Start,
  now: Date,
): Promise<void> {
  const { owner, script } = runnable;
  const entries: AuditEntry[] = [];
  const context: StartContext = {
    db: tx,
    actor: owner,
    ip: '',
    now,
    services: { live, secrets, agents: { wake: async () => undefined } },
    // The hub of agents looks for new commands itself.
    afterCommit: () => undefined,
    audit: async (entry) => void entries.push(entry),
  };
  const { policyId: _, policyName, userId: __, createdAt: ___, ...asked } = run;
  const started = { ...asked, scriptId: script.id, operatingSystems: script.operatingSystems, content };
  const nodeIds = devices.map((device) => device.node.id);
  const task = { kind: 'SCRIPT', subject: automation.id, name: run.scriptName } as const;
  const held = await noteHeldTasks(tx, nodeIds, { ...task, message: `Policy “${policyName}”` }, now);
  const targets = devices.filter((device) => !held.has(device.node.id)).map((device) => ({ device, attempt: 1 }));
  await startOnDevices(context, started, targets, ` by the policy “${policyName}”`);
  await live.announce(tx, 'node', nodeIds);
  await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, entries);
}
