import { and, eq, ne, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { holds, holdsEverywhere } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { policy } from '../database/schema/policy.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { checkPolicy, type PolicyInput } from './check-policy.ts';
import { copyAutomations } from './copy-automations.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { lockPolicies, policiesWith, requirePolicy, type PolicyRow } from './policies-with.ts';

export type PolicyReply = ReplyOf<Catalogue['readPolicy']>;

export async function listPolicies(db: Queries, actor: Actor): Promise<ReplyOf<Catalogue['listPolicies']>> {
  const rows = await db
    .select()
    .from(policy)
    .where(policiesWith(actor, 'POLICY:View'))
    .orderBy(sql`lower(${policy.name})`);
  const seen = db.select({ id: node.id }).from(node).where(visibleNodes(actor));
  const { rows: counts } = await db.execute<{ id: number; devices: number }>(sql`
    select ${effectivePolicyId} as id, count(*)::int as devices from node n ${effectivePolicyJoins}
    where n.id in ${seen} and ${effectivePolicyId} is not null group by 1`);
  const devices = new Map(counts.map((row) => [row.id, row.devices]));
  return rows.map((row) => ({ ...toReply(row, actor), devices: devices.get(row.id) ?? 0 }));
}

/** @throws Refused `not_found` */
export async function readPolicy(db: Queries, actor: Actor, id: number): Promise<PolicyReply> {
  return toReply(await requirePolicy(db, actor, id), actor);
}

/** @throws Refused `forbidden`, `invalid_input`, `POLICY_NAME_ALREADY_IN_USE` */
export async function addPolicy(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: PolicyInput,
): Promise<PolicyReply> {
  const { db, actor, now } = context;
  if (!holdsEverywhere(actor, 'POLICY:Create')) throw new Refused('forbidden');
  await lockPolicies(db);
  const input = await checkPolicy(context, body);
  const { conditions = {}, patchManagement = {} }: Partial<PolicyRow> =
    body.copyOfId === undefined ? {} : await requirePolicy(db, actor, body.copyOfId);
  await replaceDefault(db, input);
  const row = await uniquelyNamed(async () => {
    const values = { ...input, conditions, patchManagement, createdAt: now, updatedAt: now };
    const [added] = await db.insert(policy).values(values).returning();
    return added;
  });
  if (!row) throw new Error('The policy was not stored');
  if (body.copyOfId !== undefined) await copyAutomations(context, body.copyOfId, row.id);
  return toReply(row, actor);
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input`, `POLICY_NAME_ALREADY_IN_USE` */
export async function savePolicy(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: PolicyInput,
): Promise<PolicyReply> {
  const { db, actor, now } = context;
  await lockPolicies(db);
  const stored = await requirePolicy(db, actor, id, 'POLICY:Update');
  const { revision } = stored;
  await requireRevision(context, { entityType: 'POLICY', id, revision, current: async () => toReply(stored, actor) });
  const input = await checkPolicy(context, body, stored);
  await replaceDefault(db, input, id);
  const row = await uniquelyNamed(async () => {
    const values = { ...input, revision: nextRevision(policy.revision), updatedAt: now };
    const [saved] = await db.update(policy).set(values).where(eq(policy.id, id)).returning();
    return saved;
  });
  if (!row) throw new Refused('not_found');
  return toReply(row, actor);
}

/** A class has one default: the one before is none any more. */
async function replaceDefault(
  db: Queries,
  { nodeClassDefault, appliesTo }: Pick<PolicyRow, 'nodeClassDefault' | 'appliesTo'>,
  id = 0,
): Promise<void> {
  if (!nodeClassDefault) return;
  await db
    .update(policy)
    .set({ nodeClassDefault: false, revision: nextRevision(policy.revision) })
    .where(and(eq(policy.appliesTo, appliesTo), policy.nodeClassDefault, ne(policy.id, id)));
}

/** F14-15 */
async function uniquelyNamed<Result>(store: () => Promise<Result>): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (violatedIndex(error) !== 'policy_name') throw error;
    throw new Refused('POLICY_NAME_ALREADY_IN_USE', { cause: error });
  }
}

export function toReply(row: PolicyRow, actor: Actor): PolicyReply {
  const { id, name, description, enabled, nodeClassDefault, nodeClass, nodeRoleId, parentPolicyId, revision } = row;
  const may = {
    update: holds(actor, 'POLICY:Update', id),
    delete: holds(actor, 'POLICY:Delete', id),
    copy: holdsEverywhere(actor, 'POLICY:Create'),
  };
  return { id, name, description, enabled, nodeClassDefault, nodeClass, nodeRoleId, parentPolicyId, revision, may };
}
