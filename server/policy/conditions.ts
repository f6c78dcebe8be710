import { eq, sql } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { agentRoles, conditionNames, type PolicyConditions } from '#api/contract/policy.ts';
import type { Actor } from '../access/actor.ts';
import { isStandingNode, visibleNodes } from '../access/visibility.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { policy } from '../database/schema/policy.ts';
import { readDeviceAlerts } from '../device-alerts/settings.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';
import { overriddenDevices, unreached } from './device-overrides.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { lockPolicies, mayView, requirePolicy, type PolicyRow } from './policies-with.ts';
import { sourceOf } from './source-of.ts';
import { toReply, type PolicyReply } from './policy.ts';
import { enforced, readPolicyTree, resolve, resolveInherited, settingsOf, type PolicyTree } from './resolve.ts';

/** @throws Refused `not_found` */
export async function readConditions(
  db: Queries,
  actor: Actor,
  id: number,
): Promise<ReplyOf<Catalogue['readPolicyConditions']>> {
  const { revision, nodeClass } = await requirePolicy(db, actor, id);
  if (!agentRoles.has(nodeClass)) return { revision, values: [] };
  const [tree, division] = await Promise.all([readPolicyTree(db), readDeviceAlerts(db)]);
  const above = new Map(resolveInherited(tree, division, id).map((each) => [each.name, each]));
  const values = resolve(tree, division, id).map((each) => {
    const inherited = above.get(each.name) ?? each;
    return {
      name: each.name,
      value: each.value,
      source: sourceOf(actor, each, id),
      inherited: { value: inherited.value, source: sourceOf(actor, inherited) },
    };
  });
  return { revision, values };
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveConditions(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
  { revision, conditions }: { revision: number; conditions: PolicyConditions },
): Promise<PolicyReply> {
  const { db, actor, now } = context;
  await lockPolicies(db);
  const stored = await requirePolicy(db, actor, id, 'POLICY:Update');
  await checkConditions(context, stored, conditions, '/conditions');
  if (stored.revision !== revision) throw new Refused('conflict');
  const [row] = await db
    .update(policy)
    .set({ conditions, revision: nextRevision(policy.revision), updatedAt: now })
    .where(eq(policy.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  return toReply(row, actor);
}

/** What saving these conditions would change. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function previewConditions(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  id: number,
  given: PolicyConditions,
): Promise<ReplyOf<Catalogue['previewPolicyConditions']>> {
  const { db, actor } = context;
  const stored = await requirePolicy(db, actor, id, 'POLICY:Update');
  const { before, after, division } = await checkConditions(context, stored, given);
  const changed = enforced(after).filter(
    (row) => !isDeepStrictEqual(settingsOf(before, division, row.id), settingsOf(after, division, row.id)),
  );
  const policies = changed.filter((row) => row.id !== id && mayView(actor, row.id)).map(({ name }) => name);
  const kept = unreached(await overriddenDevices(db), (policyId) => ({
    before: settingsOf(before, division, policyId),
    after: settingsOf(after, division, policyId),
  }));
  return { ...(await devicesOf(db, actor, changed, kept)), policies: policies.toSorted((a, b) => a.localeCompare(b)) };
}

/** The devices of these policies, without those that their own values keep as they are. */
async function devicesOf(db: Queries, actor: Actor, policies: readonly PolicyRow[], kept: readonly number[]) {
  const ids = JSON.stringify(policies.map(({ id }) => id));
  const reached = sql`select n.id from node n ${effectivePolicyJoins}
    where n.node_type = ${agentNodeType} and ${isStandingNode('n')}
      and ${effectivePolicyId} in (select json_array_elements_text(${ids}::json)::int)
      and n.id not in (select json_array_elements_text(${JSON.stringify(kept)}::json)::int)`;
  const { rows } = await db.execute<{ devices: number }>(
    sql`select count(*)::int as devices from (${reached}) as reached`,
  );
  const names = await db
    .select({ name: sql<string>`coalesce(nullif(${node.friendlyName}, ''), ${node.name})` })
    .from(node)
    .where(sql`${node.id} in (${reached}) and ${visibleNodes(actor)}`)
    .orderBy(node.shownName)
    .limit(5);
  return { devices: rows[0]?.devices ?? 0, names: names.map(({ name }) => name) };
}

/** Judges what a device would get by the screen of the division's settings. @throws Refused `invalid_input` */
async function checkConditions(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  stored: PolicyRow,
  given: PolicyConditions,
  below = '',
) {
  const own = conditionNames.find((name) => given[name] !== undefined);
  if (own !== undefined && !agentRoles.has(stored.nodeClass))
    requireFields({ [`${below}/${own}`]: 'Devices of this role have no alert conditions.' });
  const [before, division] = await Promise.all([readPolicyTree(db), readDeviceAlerts(db)]);
  const after: PolicyTree = new Map(before).set(stored.id, { ...stored, conditions: given });
  const wrong = services.screens.check('division', 'device-alerts', settingsOf(after, division, stored.id));
  requireAnswers(wrong.map((error) => ({ ...error, pointer: `${below}${error.pointer}` })));
  return { before, after, division };
}
