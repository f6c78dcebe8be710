import { Type, type Static } from 'typebox';
import { call } from './call.ts';
import { deviceAlertFields } from './device-alerts.ts';
import { Delivery } from './delivery.ts';
import { EffectivePatches } from './policy-patches.ts';
import { DeviceAutomation, Policy, policyRoles, Source } from './policy-shapes.ts';
import { Closed, Done, Id, IdParams, Nullable, OneOf, Revision, Saved, Text } from './shapes.ts';

/** Classes of devices with an agent: only these have alert conditions. */
export const agentRoles: ReadonlySet<string> = new Set(policyRoles.slice(0, 6));

/** Levels from a policy without a parent to the last of its descendants. */
export const mostPolicyLevels = 6;

// Channels belong to the division: a policy says whether they are notified, not which they are.
const { notificationChannelIds: _, ...conditionFields } = deviceAlertFields;
export type ConditionName = keyof typeof conditionFields;
export const conditionNames = Object.keys(conditionFields) as ConditionName[];
/** What a policy sets itself; a name that is absent is inherited. */
const Conditions = Type.Partial(Closed(conditionFields), { additionalProperties: false });
export type PolicyConditions = Static<typeof Conditions>;

const Value = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);
const Effective = {
  name: OneOf(conditionNames),
  value: Value,
  source: Source,
  /** What it would be without a value of its own. */
  inherited: Type.Object({ value: Value, source: Source }),
};

/** 0: nothing is stored yet. */
const OverrideRevision = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });

const PolicyInput = Closed({
  name: Text(1024),
  description: Type.Optional(Text(1024)),
  enabled: Type.Boolean(),
  nodeClassDefault: Type.Boolean(),
  nodeClass: Text(30),
  nodeRoleId: Type.Optional(Text(100)),
  parentPolicyId: Type.Optional(Nullable(Id)),
  /** Adds a copy: takes the settings of this policy. */
  copyOfId: Type.Optional(Id),
});

const Assignment = Type.Object({
  id: Id,
  clientId: Id,
  clientName: Type.String(),
  locationId: Nullable(Id),
  locationName: Type.String(),
});

export const policyCalls = {
  listPolicies: call({
    method: 'GET',
    path: '/policy',
    summary: 'Policies that the caller sees, by name',
    reply: Type.Array(
      Type.Object({
        ...Policy.properties,
        /** Devices of which it is the effective policy, as far as the caller sees them. */
        devices: Type.Integer(),
      }),
    ),
    errors: [],
    permission: 'POLICY:View',
  }),
  /** F14-20 */
  readPolicy: call({
    method: 'GET',
    path: '/policy/:id',
    summary: 'One policy',
    params: IdParams,
    reply: Policy,
    errors: [],
    permission: 'POLICY:View',
  }),
  /** F14-13, F14-14 */
  addPolicy: call({
    method: 'POST',
    path: '/policy',
    summary: 'Adds a policy, or a copy of one',
    body: PolicyInput,
    reply: Type.Object({ ...Saved('policy', Policy).properties, policyId: Id }),
    errors: ['POLICY_NAME_ALREADY_IN_USE'],
    permission: 'POLICY:Create',
    idempotent: true,
  }),
  savePolicy: call({
    method: 'PUT',
    path: '/policy/:id',
    summary: 'Changes a policy; its role stays',
    params: IdParams,
    body: PolicyInput,
    reply: Saved('policy', Policy),
    errors: ['conflict', 'POLICY_NAME_ALREADY_IN_USE'],
    revised: Policy,
    permission: 'POLICY:Update',
    idempotent: true,
  }),
  readPolicyConditions: call({
    method: 'GET',
    path: '/policy/:id/conditions',
    summary: 'Each alert condition of a policy, and where its value comes from',
    params: IdParams,
    reply: Type.Object({
      revision: Revision,
      values: Type.Array(Type.Object(Effective)),
    }),
    errors: [],
    permission: 'POLICY:View',
  }),
  previewPolicyConditions: call({
    method: 'POST',
    path: '/policy/:id/conditions/preview',
    summary: 'How many devices a change of alert conditions would reach; changes nothing',
    params: IdParams,
    body: Conditions,
    reply: Type.Object({
      /** All of them, also those that the caller does not see. */
      devices: Type.Integer(),
      /** Some that the caller sees. */
      names: Type.Array(Type.String(), { maxItems: 5 }),
      /** Other policies that inherit a changed value, as far as the caller sees them. */
      policies: Type.Array(Type.String()),
    }),
    errors: [],
    permission: 'POLICY:Update',
    reads: true,
    changesNothing: true,
  }),
  /** Saves what the policy sets itself; what is absent is inherited again. */
  savePolicyConditions: call({
    method: 'PUT',
    path: '/policy/:id/conditions',
    summary: 'Changes the alert conditions of a policy; applies within a minute',
    params: IdParams,
    body: Closed({
      /** Refused with `conflict` when the policy has changed since. */
      revision: Revision,
      conditions: Conditions,
    }),
    reply: Saved('policy', Policy),
    errors: ['conflict'],
    permission: 'POLICY:Update',
    idempotent: true,
  }),
  listPolicyAssignments: call({
    method: 'GET',
    path: '/policy/:id/assignments',
    summary: 'Organizations and locations that a policy is assigned to, as far as the caller sees them',
    params: IdParams,
    reply: Type.Array(Assignment),
    errors: [],
    permission: 'POLICY:View',
  }),
  /** Replaces the policy that the place has for the same class of devices. */
  assignPolicy: call({
    method: 'POST',
    path: '/policy/:id/assignments',
    summary: 'Assigns a policy to an organization or one of its locations',
    params: IdParams,
    body: Closed({ clientId: Id, locationId: Type.Optional(Nullable(Id)) }),
    reply: Done,
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
  }),
  unassignPolicy: call({
    method: 'DELETE',
    path: '/policyassignment/:id',
    summary: 'Removes the policy of an organization or a location',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
  }),
  readDevicePolicy: call({
    method: 'GET',
    path: '/device/:id/policy',
    summary: 'The effective policy of a device, and where each value comes from',
    params: IdParams,
    reply: Type.Object({
      /** Null: only the settings of the division apply. Its name is empty when the caller may not see the policy. */
      policy: Nullable(Type.Object({ id: Id, name: Type.String() })),
      /** What the policy is assigned to. */
      assignedTo: OneOf(['DEVICE', 'LOCATION', 'ORGANIZATION', 'DEFAULT', 'NOTHING']),
      /** The device's own policy, even while it is turned off. */
      ownPolicyId: Nullable(Id),
      /** A value of the kind OWN is of the device itself (F14-19). */
      values: Type.Array(Type.Object(Effective)),
      /** Of the values of the device itself; 0 before it had any. */
      revision: OverrideRevision,
      nodeClass: Type.String(),
      /** Whether the caller may change its policy and its values. */
      mayChange: Type.Boolean(),
      /** What it runs next and why, soonest first. */
      automations: Type.Array(DeviceAutomation),
      /** What its agent gets of patch settings, and whether it applied them; null for a device without an agent. */
      patchManagement: Nullable(
        Type.Object({
          values: EffectivePatches,
          /** Maintenance suppressed patching when the settings were sent last. */
          held: Type.Boolean(),
          delivery: Delivery,
        }),
      ),
      /** Policies that may be assigned to the device. */
      choices: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  /** Saves what the device sets itself (F14-19); what is absent is inherited again. */
  saveDeviceOverrides: call({
    method: 'PUT',
    path: '/device/:id/policy/conditions',
    summary: 'Changes the alert conditions of one device, over its policy; applies within a minute',
    params: IdParams,
    body: Closed({
      /** Refused with `conflict` when the values of the device have changed since. */
      revision: OverrideRevision,
      conditions: Conditions,
    }),
    reply: Done,
    errors: ['conflict'],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  saveDevicePolicy: call({
    method: 'PUT',
    path: '/device/:id/policy',
    summary: 'Gives a device a policy of its own, or takes it away',
    params: IdParams,
    body: Closed({ policyId: Nullable(Id) }),
    reply: Done,
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
};
