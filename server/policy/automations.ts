import { asc, eq, inArray } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { agentRoles } from '#api/contract/policy.ts';
import type { Actor, UserActor } from '../access/actor.ts';
import { authorOf, mayWorkOn } from '../access/author.ts';
import type { Queries } from '../database/database.ts';
import { policyAutomation } from '../database/schema/policy-automations.ts';
import { script } from '../database/schema/script.ts';
import { mayRunSteps } from '../installers/install-steps.ts';
import { runnableCategories } from '../scripts/category-access.ts';
import { automationReach } from './automation-reach.ts';
import { requirePolicy, type PolicyRow } from './policies-with.ts';
import { sourceOf } from './source-of.ts';
import { lineOf, readPolicyTree, type PolicyTree } from './resolve.ts';

export type AutomationRow = typeof policyAutomation.$inferSelect;
type Reply = ReplyOf<Catalogue['readPolicyAutomations']>;
type Shown = NonNullable<Reply['automations'][number]['own']>;

/** Each automation of a line of policies, with the policy that sets it: the nearest one, as for conditions. */
export interface ResolvedAutomation {
  automation: AutomationRow;
  source: PolicyRow;
}

export async function readAutomations(db: Queries): Promise<AutomationRow[]> {
  return db.select().from(policyAutomation).orderBy(asc(policyAutomation.scriptName), asc(policyAutomation.id));
}

/** By key. A policy that is turned off passes nothing on. */
export function resolveAutomations(
  tree: PolicyTree,
  all: readonly AutomationRow[],
  id: number | null,
  { inherited = false } = {},
): Map<string, ResolvedAutomation> {
  const line = lineOf(tree, id).filter((row) => (row.id === id ? !inherited : row.enabled));
  const found = new Map<string, ResolvedAutomation>();
  for (const source of line)
    for (const automation of all)
      if (automation.policyId === source.id && !found.has(automation.key))
        found.set(automation.key, { automation, source });
  return found;
}

/** Policies that are on and whose devices run this automation. */
export function policiesRunning(tree: PolicyTree, all: readonly AutomationRow[], row: AutomationRow): number[] {
  if (!row.enabled) return [];
  return [...tree.values()]
    .filter((policy) => policy.enabled && agentRoles.has(policy.nodeClass))
    .filter((policy) => resolveAutomations(tree, all, policy.id).get(row.key)?.automation.id === row.id)
    .map(({ id }) => id);
}

export interface Runnable {
  owner: UserActor;
  script: typeof script.$inferSelect;
}

/** The script and the user with whose permissions it runs, or why it does not run, in words. */
export async function runnableOf(db: Queries, row: AutomationRow): Promise<Runnable | string> {
  const [its] = row.scriptId === null ? [] : await db.select().from(script).where(eq(script.id, row.scriptId));
  if (!its) return 'The script was removed from the library.';
  const owner = await authorOf(db, row, {
    again: 'Save the automation again as somebody who may run the script.',
  });
  if (typeof owner === 'string') return owner;
  const mayRun = await runnableCategories(db, owner);
  if (!its.categoriesIds.some(mayRun)) return `${row.createdBy} may not run this script any more.`;
  if (!(await mayRunSteps(db, its, mayRun)))
    return `${row.createdBy} may not run the scripts before and after this installer any more.`;
  return { owner, script: its };
}

/** Why the device does not run it, in words; empty when it does. */
export async function obstacleOn(db: Queries, row: AutomationRow, organizationId: number): Promise<string> {
  const runnable = await runnableOf(db, row);
  if (typeof runnable === 'string') return runnable;
  return mayRunOn(runnable.owner, organizationId) ? '' : `${row.createdBy} may not change this device.`;
}

/** As a person who runs a script needs it. */
export function mayRunOn(owner: Actor, organizationId: number): boolean {
  return mayWorkOn(owner, 'NODE:Update', organizationId);
}

/** @throws Refused `not_found` */
export async function readPolicyAutomations(db: Queries, actor: Actor, id: number): Promise<Reply> {
  const { revision, nodeClass } = await requirePolicy(db, actor, id);
  const [tree, all] = await Promise.all([readPolicyTree(db), readAutomations(db)]);
  const above = resolveAutomations(tree, all, id, { inherited: true });
  const names = await scriptNames(db, all);
  const automations = [...resolveAutomations(tree, all, id)].map(async ([key, { automation, source }]) => {
    const inherited = above.get(key);
    return {
      key,
      source: sourceOf(actor, { source }, id),
      own: source.id === id ? await shown(db, automation, names) : null,
      inherited: inherited ? await shown(db, inherited.automation, names) : null,
    };
  });
  const reach = await automationReach(db, actor, tree, id);
  return { revision, applies: agentRoles.has(nodeClass), reach, automations: await Promise.all(automations) };
}

async function scriptNames(db: Queries, all: readonly AutomationRow[]): Promise<Map<number, string>> {
  const ids = all.flatMap(({ scriptId }) => scriptId ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: script.id, name: script.name }).from(script).where(inArray(script.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function shown(db: Queries, row: AutomationRow, names: ReadonlyMap<number, string>): Promise<Shown> {
  const { enabled, scriptId, parameters, variables, runAs, timeoutSeconds, schedule, createdBy } = row;
  const runnable = await runnableOf(db, row);
  return {
    enabled,
    scriptId,
    parameters,
    variables,
    runAs,
    timeoutSeconds,
    schedule,
    scriptName: names.get(scriptId ?? 0) ?? row.scriptName,
    createdBy,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    obstacle: typeof runnable === 'string' ? runnable : '',
  };
}

/** What a device runs next and why, soonest first. */
export async function automationsOfDevice(
  db: Queries,
  actor: Actor,
  { policyId, organizationId }: { policyId: number | null; organizationId: number },
): Promise<ReplyOf<Catalogue['readDevicePolicy']>['automations']> {
  const all = await readAutomations(db);
  const resolved = [...resolveAutomations(await readPolicyTree(db), all, policyId)];
  const names = await scriptNames(db, all);
  const rows = resolved
    .filter(([, { automation }]) => automation.enabled)
    .map(async ([key, { automation, source }]) => ({
      key,
      scriptId: automation.scriptId,
      scriptName: names.get(automation.scriptId ?? 0) ?? automation.scriptName,
      schedule: automation.schedule,
      createdBy: automation.createdBy,
      nextRunAt: automation.nextRunAt?.toISOString() ?? null,
      obstacle: await obstacleOn(db, automation, organizationId),
      source: sourceOf(actor, { source }),
    }));
  return (await Promise.all(rows)).toSorted((a, b) => (a.nextRunAt ?? '9').localeCompare(b.nextRunAt ?? '9'));
}
