import { inArray } from 'drizzle-orm';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { policyAutomation } from '../database/schema/policy-automations.ts';
import { script } from '../database/schema/script.ts';
import { runnableWithSteps } from '../installers/install-steps.ts';
import { requireFields } from '../require-fields.ts';
import { runnableCategories } from '../scripts/category-access.ts';
import { nextRunOf, wakeAutomations } from './automation-times.ts';
import { readAutomations } from './automations.ts';

/** Copies the automations of a policy to another, with the caller as who runs them. @throws Refused `invalid_input` */
export async function copyAutomations(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  from: number,
  to: number,
): Promise<void> {
  const { db, actor, now } = context;
  const all = (await readAutomations(db)).filter(({ policyId }) => policyId === from);
  const mayRun = await runnableCategories(db, actor);
  const ids = all.flatMap(({ scriptId, enabled }) => (enabled && scriptId !== null ? [scriptId] : []));
  const scripts = ids.length > 0 ? await db.select().from(script).where(inArray(script.id, ids)) : [];
  const runnable = await runnableWithSteps(db, scripts, mayRun);
  requireFields({
    '/copyOfId': scripts.every(({ id }) => runnable.has(id))
      ? undefined
      : 'The policy runs scripts that you may not run, so you cannot copy it.',
  });
  const { userId, name: createdBy } = signedIn(actor);
  for (const { id: _, ...row } of all) {
    const nextRunAt = row.enabled ? nextRunOf(row.schedule, now) : null;
    await db.insert(policyAutomation).values({ ...row, policyId: to, userId, createdBy, stopped: '', nextRunAt });
    if (nextRunAt) await wakeAutomations(db, nextRunAt);
  }
}
