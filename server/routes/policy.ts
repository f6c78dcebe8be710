import type { policyCalls } from '#api/contract/policy.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { assignPolicy, listAssignments, unassignPolicy } from '../policy/assignments.ts';
import { previewConditions, readConditions, saveConditions } from '../policy/conditions.ts';
import { saveOverrides } from '../policy/device-overrides.ts';
import { readDevicePolicy, saveDevicePolicy } from '../policy/device-policy.ts';
import { requirePolicy } from '../policy/policies-with.ts';
import { addPolicy, listPolicies, readPolicy, savePolicy, type PolicyReply } from '../policy/policy.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const policyHandlers: Handlers<keyof typeof policyCalls> = {
  listPolicies: ({ db, actor }) => listPolicies(db, actor),
  readPolicy: ({ db, actor }, { params }) => readPolicy(db, actor, params.id),
  addPolicy: async (context, { body }) => {
    const policy = await addPolicy(context, body);
    await record(context, 'CREATED', policy.id, `Added the policy “${policy.name}”`, auditable(policy));
    return { ...done, policy, policyId: policy.id };
  },
  savePolicy: async (context, { params, body }) => {
    const before = await readPolicy(context.db, context.actor, params.id);
    const policy = await savePolicy(context, params.id, body);
    const changes = changesOf(auditable(before), auditable(policy));
    await record(context, 'UPDATED', params.id, `Changed the policy “${policy.name}”`, changes);
    return { ...done, policy };
  },
  readPolicyConditions: ({ db, actor }, { params }) => readConditions(db, actor, params.id),
  previewPolicyConditions: (context, { params, body }) => previewConditions(context, params.id, body),
  savePolicyConditions: async (context, { params, body }) => {
    const before = await requirePolicy(context.db, context.actor, params.id);
    const policy = await saveConditions(context, params.id, body);
    const summary = `Changed the alert conditions of the policy “${policy.name}”`;
    await record(context, 'UPDATED', params.id, summary, changesOf(before.conditions, body.conditions));
    return { ...done, policy };
  },
  listPolicyAssignments: ({ db, actor }, { params }) => listAssignments(db, actor, params.id),
  assignPolicy: async (context, { params, body }) => {
    const { name, place } = await assignPolicy(context, params.id, body);
    await record(context, 'ASSIGNED', params.id, `Assigned the policy “${name}” to ${place}`);
    return done;
  },
  unassignPolicy: async (context, { params }) => {
    const { policyId, name, place } = await unassignPolicy(context, params.id);
    await record(context, 'UNASSIGNED', policyId, `Removed the policy “${name}” from ${place}`);
    return done;
  },
  readDevicePolicy: ({ db, actor }, { params }) => readDevicePolicy(db, actor, params.id),
  saveDeviceOverrides: async (context, { params, body }) => {
    const { device, before } = await saveOverrides(context, params.id, body);
    await context.audit({
      action: 'NODE_UPDATED',
      entityType: 'NODE',
      entityId: params.id,
      summary: `Changed the own alert conditions of the device “${device}”`,
      detail: { ...changesOf(before, body.conditions) },
    });
    await context.announce('node', [params.id]);
    return done;
  },
  saveDevicePolicy: async (context, { params, body }) => {
    const { device, policy } = await saveDevicePolicy(context, params.id, body.policyId);
    const summary = policy
      ? `Assigned the policy “${policy}” to the device “${device}”`
      : `Removed the own policy of the device “${device}”`;
    await context.audit({ action: 'NODE_UPDATED', entityType: 'NODE', entityId: params.id, summary });
    await context.announce('node', [params.id]);
    return done;
  },
};

function auditable({
  name,
  description,
  enabled,
  nodeClassDefault,
  nodeClass,
  nodeRoleId,
  parentPolicyId,
}: PolicyReply) {
  return { name, description, enabled, nodeClassDefault, nodeClass, nodeRoleId, parentPolicyId };
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: object,
): Promise<void> {
  const entity = { entityType: 'POLICY', entityId, summary };
  await context.audit({ action: `POLICY_${what}`, ...entity, ...(detail && { detail: { ...detail } }) });
  await context.announce('policy', [entityId]);
}
