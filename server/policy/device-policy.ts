import { and, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { agentRoles } from '#api/contract/policy.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { readDevice } from '../agents/devices.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { policy } from '../database/schema/policy.ts';
import { readDeviceAlerts } from '../device-alerts/settings.ts';
import { devicePatches } from '../patches/device-patches.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { automationsOfDevice } from './automations.ts';
import { sourceOf } from './source-of.ts';
import { readOverrides } from './device-overrides.ts';
import { assignedTo, effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { lockPolicies, mayView, policiesWith } from './policies-with.ts';
import { readPolicyTree, resolve } from './resolve.ts';

type Reply = ReplyOf<Catalogue['readDevicePolicy']>;

/** A value of the device itself. */
const ofDevice = { kind: 'OWN', policyId: null, name: '' } as const;

/** What a device really gets, and why. @throws Refused `not_found` */
export async function readDevicePolicy(db: Queries, actor: Actor, id: number): Promise<Reply> {
  const { nodeClass, clientId } = await readDevice(db, actor, id);
  const { rows } = await db.execute<{
    policyId: number | null;
    assignedTo: Reply['assignedTo'];
    ownPolicyId: number | null;
  }>(
    sql`select ${effectivePolicyId} as "policyId", ${assignedTo} as "assignedTo", n.policy_id as "ownPolicyId"
      from node n ${effectivePolicyJoins} where n.id = ${id}`,
  );
  const [found] = rows;
  if (!found) throw new Refused('not_found');
  const [tree, division] = await Promise.all([readPolicyTree(db), readDeviceAlerts(db)]);
  const effective = found.policyId === null ? undefined : tree.get(found.policyId);
  const values = agentRoles.has(nodeClass) ? resolve(tree, division, found.policyId) : [];
  const { conditions: own, revision } = await readOverrides(db, id);
  return {
    policy: effective ? { id: effective.id, name: mayView(actor, effective.id) ? effective.name : '' } : null,
    assignedTo: found.assignedTo,
    ownPolicyId: found.ownPolicyId,
    values: values.map((each) => {
      const inherited = { value: each.value, source: sourceOf(actor, each) };
      const value = own[each.name];
      return { name: each.name, ...(value === undefined ? inherited : { value, source: ofDevice }), inherited };
    }),
    revision,
    automations: agentRoles.has(nodeClass)
      ? await automationsOfDevice(db, actor, { policyId: found.policyId, organizationId: clientId })
      : [],
    patchManagement: agentRoles.has(nodeClass)
      ? await devicePatches(db, actor, { tree, policyId: found.policyId, nodeId: id })
      : null,
    nodeClass,
    mayChange: holds(actor, 'NODE:Update', clientId),
    choices: await db
      .select({ id: policy.id, name: policy.name })
      .from(policy)
      .where(and(eq(policy.appliesTo, nodeClass), policy.enabled, policiesWith(actor, 'POLICY:View')))
      .orderBy(sql`lower(${policy.name})`),
  };
}

/** Null takes the device's own policy away. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function saveDevicePolicy(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
  policyId: number | null,
): Promise<{ device: string; policy: string | undefined }> {
  await lockPolicies(db);
  const device = await readDevice(db, actor, id);
  if (!holds(actor, 'NODE:Update', device.clientId)) throw new Refused('forbidden');
  const chosen = policyId === null ? undefined : await choice(db, actor, policyId, device.nodeClass);
  const policyIdSource = chosen ? 'NODE' : 'DEFAULT';
  await db.update(node).set({ policyId, policyIdSource, updatedAt: now }).where(eq(node.id, id));
  return { device: device.name, policy: chosen };
}

/** The name of a policy that the caller sees and that is for the class of the device. */
async function choice(db: Queries, actor: Actor, id: number, nodeClass: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: policy.name })
    .from(policy)
    .where(and(eq(policy.id, id), eq(policy.appliesTo, nodeClass), policiesWith(actor, 'POLICY:View')));
  requireFields({ '/policyId': row ? undefined : 'Choose a policy for devices of this class.' });
  return row?.name;
}
