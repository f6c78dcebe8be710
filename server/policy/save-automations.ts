import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { agentRoles } from '#api/contract/policy.ts';
import { scheduleProblems } from '#api/contract/schedule.ts';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { isTimeZone } from '../division/time-zones.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { policyAutomation } from '../database/schema/policy-automations.ts';
import { policy } from '../database/schema/policy.ts';
import { script } from '../database/schema/script.ts';
import { runnableWithSteps } from '../installers/install-steps.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';
import { runnableCategories } from '../scripts/category-access.ts';
import { variableProblems, variablesOf } from '../scripts/script-variables.ts';
import { readAutomations, resolveAutomations, type AutomationRow } from './automations.ts';
import { nextRunOf, wakeAutomations } from './automation-times.ts';
import { lockPolicies, requirePolicy, type PolicyRow } from './policies-with.ts';
import { toReply, type PolicyReply } from './policy.ts';
import { readPolicyTree } from './resolve.ts';

type Body = BodyOf<Catalogue['savePolicyAutomations']>;
type Given = Body['automations'][number];

/** Returns the policy, and the automations before and after by name. @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function savePolicyAutomations(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
  { revision, automations }: Body,
): Promise<{ policy: PolicyReply; before: AutomationRow[]; after: AutomationRow[] }> {
  const { db, actor, now } = context;
  await lockPolicies(db);
  const stored = await requirePolicy(db, actor, id, 'POLICY:Update');
  const all = await readAutomations(db);
  const before = all.filter(({ policyId }) => policyId === id);
  const checked = await checkAutomations(context, stored, automations, all);
  if (stored.revision !== revision) throw new Refused('conflict');
  const keys = automations.map(({ key }) => key);
  await db
    .delete(policyAutomation)
    .where(
      and(eq(policyAutomation.policyId, id), keys.length > 0 ? notInArray(policyAutomation.key, keys) : undefined),
    );
  for (const { given, scriptName } of checked.filter(({ changed }) => changed)) {
    const next = given.enabled ? nextRunOf(given.schedule, now) : null;
    const { userId, name: createdBy } = signedIn(actor);
    const values = { ...given, scriptName, userId, createdBy, stopped: '', nextRunAt: next };
    await db
      .insert(policyAutomation)
      .values({ ...values, policyId: id })
      .onConflictDoUpdate({ target: [policyAutomation.policyId, policyAutomation.key], set: values });
    if (next) await wakeAutomations(db, next);
  }
  const [row] = await db
    .update(policy)
    .set({ revision: nextRevision(policy.revision), updatedAt: now })
    .where(eq(policy.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  const after = (await readAutomations(db)).filter(({ policyId }) => policyId === id);
  return { policy: toReply(row, actor), before, after };
}

interface Checked {
  given: Given;
  scriptName: string;
  /** Somebody changed it: it then runs with the permissions of the caller. */
  changed: boolean;
}

/** Judges what is new or changed; the rest stays as it is stored. @throws Refused `invalid_input` */
async function checkAutomations(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  stored: PolicyRow,
  automations: readonly Given[],
  all: readonly AutomationRow[],
): Promise<Checked[]> {
  const mayRun = await runnableCategories(db, actor);
  const ids = automations.flatMap(({ scriptId }) => scriptId ?? []);
  const scripts = ids.length > 0 ? await db.select().from(script).where(inArray(script.id, ids)).for('key share') : [];
  const runnable = await runnableWithSteps(db, scripts, mayRun);
  const inherited = resolveAutomations(await readPolicyTree(db), all, stored.id, { inherited: true });
  const fields: Record<string, string | undefined> = {
    '/automations':
      automations.length > 0 && !agentRoles.has(stored.nodeClass)
        ? 'Devices of this role run no automations.'
        : new Set(automations.map(({ key }) => key)).size < automations.length
          ? 'An automation is there twice.'
          : undefined,
  };
  const checked = automations.map((given, index) => {
    const own = all.find(({ policyId, key }) => policyId === stored.id && key === given.key);
    const its = scripts.find(({ id }) => id === given.scriptId);
    const known = own ?? inherited.get(given.key)?.automation;
    const variables = its ? variablesOf(its.scriptVariables, given.variables) : given.variables;
    const entry = { ...given, parameters: given.parameters.trim(), variables };
    const changed = own === undefined || !isDeepStrictEqual(setOf(own), setOf(entry));
    if (!changed) return { given: entry, scriptName: own.scriptName, changed };
    const at = `/automations/${index}`;
    // What is turned off runs nothing: whoever may change the policy may turn it off.
    const allowed =
      (its !== undefined && runnable.has(its.id)) || (!given.enabled && known?.scriptId === given.scriptId);
    fields[`${at}/scriptId`] = allowed ? undefined : 'Choose a script that you may run';
    Object.assign(fields, scheduleFields(`${at}/schedule`, given, now));
    if (its && given.enabled)
      for (const [pointer, words] of Object.entries(variableProblems(its.scriptVariables, given.variables)))
        fields[`${at}${pointer}`] = words;
    return { given: entry, scriptName: its?.name ?? known?.scriptName ?? '', changed };
  });
  requireFields(fields);
  return checked;
}

function setOf({ enabled, scriptId, parameters, variables, runAs, timeoutSeconds, schedule }: Omit<Given, 'key'>) {
  return { enabled, scriptId, parameters, variables, runAs, timeoutSeconds, schedule };
}

function scheduleFields(at: string, { schedule, enabled }: Given, now: Date): Record<string, string | undefined> {
  if (!isTimeZone(schedule.timeZone)) return { [`${at}/timeZone`]: 'Choose a time zone' };
  const problems = scheduleProblems(schedule);
  const words = Object.fromEntries(Object.entries(problems).map(([pointer, each]) => [`${at}${pointer}`, each]));
  if (Object.keys(problems).length > 0 || !enabled) return words;
  const never = ['NEVER', 'ON_SYSTEM_STARTUP', 'ON_USER_LOGIN'].includes(schedule.repeats);
  if (never) return { [`${at}/repeats`]: 'Choose how often it runs' };
  return {
    [`${at}/startDate`]: nextRunOf(schedule, now) ? undefined : 'It would never run: choose a time in the future',
  };
}
