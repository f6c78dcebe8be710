import { Type, type Static } from 'typebox';
import { patchFields } from './agent-methods/patch-settings.ts';
import { call } from './call.ts';
import { Policy, Source } from './policy-shapes.ts';
import { Closed, IdParams, Revision, Saved } from './shapes.ts';

export type PatchName = keyof typeof patchFields;
export const patchNames = Object.keys(patchFields) as PatchName[];
const all = Closed(patchFields);
export type PatchValues = Static<typeof all>;
/** What a policy sets itself; a name that is absent is inherited. */
const Patches = Type.Partial(all, { additionalProperties: false });
export type PolicyPatches = Static<typeof Patches>;

const { enabled, schedule, install, reboot } = patchFields;
/** A value with its source, and what it would be without a value of its own. A source DIVISION is the default of Cairn. */
const effective = <const V extends Parameters<typeof Type.Array>[0]>(value: V) =>
  Type.Object({ value, source: Source, inherited: Type.Object({ value, source: Source }) });
export const EffectivePatches = Type.Object({
  enabled: effective(enabled),
  schedule: effective(schedule),
  install: effective(install),
  reboot: effective(reboot),
});

export const policyPatchCalls = {
  /** `patchManagement` of F14-24. */
  readPolicyPatches: call({
    method: 'GET',
    path: '/policy/:id/patchmanagement',
    summary: 'The patch settings of a policy, and where each value comes from',
    params: IdParams,
    reply: Type.Object({
      revision: Revision,
      /** False for roles whose devices have no agent. */
      applies: Type.Boolean(),
      values: EffectivePatches,
    }),
    errors: [],
    permission: 'POLICY:View',
  }),
  /** Saves what the policy sets itself; what is absent is inherited again. */
  savePolicyPatches: call({
    method: 'PUT',
    path: '/policy/:id/patchmanagement',
    summary: 'Changes the patch settings of a policy; agents receive them within a minute',
    params: IdParams,
    body: Closed({
      /** Refused with `conflict` when the policy has changed since. */
      revision: Revision,
      patchManagement: Patches,
    }),
    reply: Saved('policy', Policy),
    errors: ['conflict'],
    permission: 'POLICY:Update',
    idempotent: true,
  }),
};
