import { eq } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { agentRoles } from '#api/contract/policy.ts';
import { patchNames, type PolicyPatches } from '#api/contract/policy-patches.ts';
import type { Actor } from '../access/actor.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { policy } from '../database/schema/policy.ts';
import { lockPolicies, requirePolicy } from '../policy/policies-with.ts';
import { toReply, type PolicyReply } from '../policy/policy.ts';
import { readPolicyTree } from '../policy/resolve.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';
import { effectivePatches } from './resolve-patches.ts';

/** @throws Refused `not_found` */
export async function readPolicyPatches(
  db: Queries,
  actor: Actor,
  id: number,
): Promise<ReplyOf<Catalogue['readPolicyPatches']>> {
  const { revision, nodeClass } = await requirePolicy(db, actor, id);
  const values = effectivePatches(await readPolicyTree(db), actor, id, id);
  return { revision, applies: agentRoles.has(nodeClass), values };
}

/** Returns the policy, and what it set itself before. @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function savePolicyPatches(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
  { revision, patchManagement }: BodyOf<Catalogue['savePolicyPatches']>,
): Promise<{ policy: PolicyReply; before: PolicyPatches }> {
  await lockPolicies(db);
  const stored = await requirePolicy(db, actor, id, 'POLICY:Update');
  const own = patchNames.find((name) => patchManagement[name] !== undefined);
  requireFields({
    ...(own !== undefined &&
      !agentRoles.has(stored.nodeClass) && { [`/patchManagement/${own}`]: 'Cairn patches no devices of this role.' }),
    ...scheduleFields(patchManagement),
  });
  if (stored.revision !== revision) throw new Refused('conflict');
  const [row] = await db
    .update(policy)
    .set({ patchManagement, revision: nextRevision(policy.revision), updatedAt: now })
    .where(eq(policy.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  return { policy: toReply(row, actor), before: stored.patchManagement };
}

/** apt installs every so many days, or on some days of every week. */
function scheduleFields({ schedule }: PolicyPatches): Record<string, string | undefined> {
  if (schedule?.repeats !== 'WEEKLY') return {};
  return {
    '/patchManagement/schedule/daysOfWeek': schedule.daysOfWeek?.length ? undefined : 'Choose at least one day',
    '/patchManagement/schedule/repeatsEveryCount': schedule.repeatsEveryCount > 1 ? 'At most 1' : undefined,
  };
}
