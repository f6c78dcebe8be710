import { Type } from 'typebox';
import { longestVariable, mostVariables, RunAs, scriptTime, VariableName } from './agent-methods/script.ts';
import { Schedule } from './schedule.ts';
import { Closed, Id, Instant, Nullable, OneOf, Revision, Text } from './shapes.ts';

/** What a policy is for (F14-17). Its devices are those of the class; of NMS, those of its NMS role. */
export const policyRoles = [
  'WINDOWS_WORKSTATION',
  'WINDOWS_SERVER',
  'MAC',
  'MAC_SERVER',
  'LINUX_WORKSTATION',
  'LINUX_SERVER',
  'NMS',
  'VMWARE_VM_GUEST',
  'VMWARE_VM_HOST',
  'HYPERV_VMM_GUEST',
  'HYPERV_VMM_HOST',
] as const;
export type PolicyRole = (typeof policyRoles)[number];

/** Where a value comes from. */
export const Source = Type.Object({
  kind: OneOf(['OWN', 'POLICY', 'DIVISION']),
  policyId: Nullable(Id),
  /** Empty for the division, and for a policy that the caller may not see. */
  name: Type.String(),
});

export const Policy = Type.Object({
  id: Id,
  name: Type.String(),
  description: Type.String(),
  enabled: Type.Boolean(),
  nodeClassDefault: Type.Boolean(),
  nodeClass: OneOf(policyRoles),
  /** Of the role NMS; empty otherwise. */
  nodeRoleId: Type.String(),
  parentPolicyId: Nullable(Id),
  revision: Revision,
  /** What the caller may do with it. */
  may: Type.Object({ update: Type.Boolean(), delete: Type.Boolean(), copy: Type.Boolean() }),
});

export const AutomationKey = Type.String({ format: 'uuid' });
/** What an automation of a policy has of its own. */
export const automationFields = {
  enabled: Type.Boolean(),
  /** A script or install automation of the library; null when it was removed. */
  scriptId: Nullable(Id),
  parameters: Text(5000),
  variables: Type.Array(Closed({ name: VariableName, value: Text(longestVariable) }), { maxItems: mostVariables }),
  runAs: RunAs,
  timeoutSeconds: Type.Integer(scriptTime),
  schedule: Schedule,
};

/** An automation that a device gets, soonest first. */
export const DeviceAutomation = Type.Object({
  key: AutomationKey,
  scriptId: Nullable(Id),
  scriptName: Type.String(),
  schedule: Schedule,
  createdBy: Type.String(),
  nextRunAt: Nullable(Instant),
  /** Why this device does not run it, in words. */
  obstacle: Type.String(),
  source: Source,
});
