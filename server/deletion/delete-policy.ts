import { eq } from 'drizzle-orm';
import type { CallContext, WriteContext } from '../context.ts';
import { policy } from '../database/schema/policy.ts';
import { lockPolicies, requirePolicy } from '../policy/policies-with.ts';
import { Refused } from '../refused.ts';
import { addDeletion, type Deleted, type Plan } from './add-deletion.ts';
import { planDeletion } from './plan.ts';
import { policyBlockers } from './policy-blockers.ts';

/** @throws Refused `not_found`, `forbidden` */
export async function planPolicy(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<Plan> {
  const { name } = await requirePolicy(context.db, context.actor, id, 'POLICY:Delete');
  return planDeletion(context, { name, scope: { policyId: id }, seesNodes: true });
}

/** Marks a policy that nothing uses. @throws Refused `not_found`, `forbidden`, `cannot_delete_default_policy`, `policy_in_use` */
export async function deletePolicy(context: WriteContext, id: number): Promise<Deleted> {
  const { db, actor } = context;
  // Who assigns a policy or chooses a parent waits, and does not find it any more.
  await lockPolicies(db);
  const { name } = await requirePolicy(db, actor, id, 'POLICY:Delete');
  const [first] = await policyBlockers(context, id);
  if (first) throw new Refused(first.code, { message: first.message });
  const marked = await addDeletion(context, 'POLICY', name);
  await db.update(policy).set({ deletionId: marked.deletionId }).where(eq(policy.id, id));
  const summary = `Deleted the policy “${name}”`;
  await context.audit({ action: 'POLICY_DELETED', entityType: 'POLICY', entityId: id, summary });
  await context.announce('policy', [id]);
  return marked;
}
