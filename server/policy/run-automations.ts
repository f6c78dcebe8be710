import { randomUUID } from 'node:crypto';
import { and, eq, lte, not, sql } from 'drizzle-orm';
import { auditStopped } from '../access/author.ts';
import { organizationsWith, visibleNodes } from '../access/visibility.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { policyAutomation, policyAutomationTarget } from '../database/schema/policy-automations.ts';
import { scriptRun } from '../database/schema/script.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { contentOf } from '../scripts/run-content.ts';
import { fitsMessage, variableProblems, variablesOf } from '../scripts/script-variables.ts';
import { isStandingAutomation } from './standing-automation.ts';
import { policiesRunning, readAutomations, runnableOf, type AutomationRow, type Runnable } from './automations.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { readPolicyTree } from './resolve.ts';
import { nextRunOf, wakeAutomations } from './automation-times.ts';
import { startTargets, type AutomationTools } from './start-targets.ts';

/** A device that is offline, or a server that was down, may run an automation this long after its time, unless it is due again before. */
const LATE_MS = 86_400_000;
/** Devices that one round starts; the next round follows after a pause. */
const mostInRound = 5000;
const PAUSE_MS = 2000;

/**
 * The job of every minute, and of the time of each automation: notes the devices of those that are due, and starts the runs in rounds of
 * bounded size. Of several servers that do it at once, one takes each automation and each device: the row is locked and changed, or
 * removed, in the transaction that starts the run.
 */
export async function runAutomations(tools: AutomationTools, now: Date = new Date()): Promise<void> {
  while (await claimOne(tools, now));
  let started = 0;
  for (let some = 1; some > 0 && started < mostInRound; started += some) some = await startTargets(tools, now);
  if (started >= mostInRound) await wakeAutomations(tools.database, new Date(now.getTime() + PAUSE_MS));
}

/** Takes one automation that is due, and notes its devices; false when there is none. */
async function claimOne(tools: AutomationTools, now: Date): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(policyAutomation)
      .where(
        and(
          policyAutomation.enabled,
          lte(policyAutomation.nextRunAt, now),
          isStandingAutomation(sql.raw('"policy_automation"')),
        ),
      )
      .orderBy(policyAutomation.nextRunAt)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (!row?.nextRunAt) return false;
    const next = nextRunOf(row.schedule, now);
    await tx.update(policyAutomation).set({ nextRunAt: next }).where(eq(policyAutomation.id, row.id));
    if (next) await wakeAutomations(tx, next);
    const lastAt = new Date(Math.min(row.nextRunAt.getTime() + LATE_MS, next?.getTime() ?? Infinity));
    // A server that was down runs what is not too late.
    if (lastAt > now) await noteTargets(tools, tx, row, { now, lastAt });
    return true;
  });
}

/** Adds the script run and the devices that have yet to start it. */
async function noteTargets(
  { secrets }: AutomationTools,
  tx: Queries,
  row: AutomationRow,
  { now, lastAt }: { now: Date; lastAt: Date },
): Promise<void> {
  const tree = await readPolicyTree(tx);
  const policies = policiesRunning(tree, await readAutomations(tx), row);
  const policy = tree.get(row.policyId);
  if (policies.length === 0 || !policy) return;
  const runnable = await runnableOf(tx, row);
  const stop = async (reason: string): Promise<void> => {
    const what = `“${row.scriptName}” of the policy “${policy.name}”`;
    const entry = { action: 'POLICY_AUTOMATION_STOPPED', entityType: 'POLICY', entityId: policy.id, what };
    await auditStopped(tx, secrets, { before: row.stopped, reason, entry }, now);
    await noteStopped(tx, row, reason);
  };
  if (typeof runnable === 'string') return stop(runnable);
  const inputs = await inputsOf(tx, row, runnable);
  if (typeof inputs === 'string') return stop(inputs);
  await noteStopped(tx, row, '');
  const id = randomUUID();
  const { script, owner } = runnable;
  await tx.insert(scriptRun).values({
    id,
    scriptId: script.id,
    scriptName: script.name,
    version: script.version,
    language: script.language,
    ...inputs,
    userId: owner.userId,
    policyId: policy.id,
    policyName: policy.name,
    createdAt: now,
  });
  const reached = tx
    .select({ id: node.id })
    .from(node)
    .where(and(visibleNodes(owner), organizationsWith(owner, 'NODE:Update', node.organizationId), not(isMonitor)));
  const { rowCount } = await tx.execute(sql`
    insert into ${policyAutomationTarget} (script_run_id, node_id, automation_id, last_at)
    select ${id}, n.id, ${row.id}, ${lastAt.toISOString()} from node n ${effectivePolicyJoins}
    where n.node_type = ${agentNodeType} and n.id in ${reached}
      and ${effectivePolicyId} in (select json_array_elements_text(${JSON.stringify(policies)}::json)::int)`);
  if (rowCount === 0) await tx.delete(scriptRun).where(eq(scriptRun.id, id));
}

async function noteStopped(tx: Queries, { id, stopped: before }: AutomationRow, stopped: string): Promise<void> {
  if (before !== stopped) await tx.update(policyAutomation).set({ stopped }).where(eq(policyAutomation.id, id));
}

type Inputs = Pick<AutomationRow, 'parameters' | 'variables' | 'runAs' | 'timeoutSeconds'>;

/** The inputs by the script as it is now, or why they do not fit it any more, in words. */
async function inputsOf(tx: Queries, row: AutomationRow, { script }: Runnable): Promise<Inputs | string> {
  const known = new Set(script.scriptVariables.map(({ calculatedName }) => calculatedName));
  const given = row.variables.filter(({ name }) => known.has(name));
  const { parameters, runAs, timeoutSeconds } = row;
  const variables = variablesOf(script.scriptVariables, given);
  if (Object.keys(variableProblems(script.scriptVariables, given)).length > 0)
    return 'Its inputs do not fit the script any more.';
  const content = await contentOf(tx, script, script.version);
  if (!fitsMessage(content, parameters, variables)) return 'The script and its inputs are too large together.';
  return { parameters, variables, runAs, timeoutSeconds };
}
