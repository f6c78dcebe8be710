import { Type } from 'typebox';
import { call } from './call.ts';
import { automationFields as set, AutomationKey as Key, Policy, Source } from './policy-shapes.ts';
import { Closed, IdParams, Instant, Nullable, Revision, Saved } from './shapes.ts';

/** Of one policy itself (F14-24). */
export const mostAutomations = 20;

const Automation = Type.Object({
  ...set,
  scriptName: Type.String(),
  /** Whose permissions it runs with. */
  createdBy: Type.String(),
  /** Null: it never runs again. */
  nextRunAt: Nullable(Instant),
  /** Why it does not run at all, in words; empty when it does. */
  obstacle: Type.String(),
});

export const policyAutomationCalls = {
  /** `actionsetSchedules` of F14-24. */
  readPolicyAutomations: call({
    method: 'GET',
    path: '/policy/:id/automations',
    summary: 'Automations that the devices of a policy run on a schedule, its own and the inherited ones',
    params: IdParams,
    reply: Type.Object({
      revision: Revision,
      /** False for roles whose devices have no agent. */
      applies: Type.Boolean(),
      /** Devices that would run what the caller adds, as policies are assigned now. */
      reach: Type.Integer(),
      automations: Type.Array(
        Type.Object({
          key: Key,
          source: Source,
          own: Nullable(Automation),
          /** What it would be without its own. */
          inherited: Nullable(Automation),
        }),
      ),
    }),
    errors: [],
    permission: 'POLICY:View',
  }),
  /** Saves those of the policy itself. One with the key of an inherited one overrides it; what is absent is inherited again. */
  savePolicyAutomations: call({
    method: 'PUT',
    path: '/policy/:id/automations',
    summary: 'Changes the automations that a policy runs on a schedule; the caller must be allowed to run what it adds',
    params: IdParams,
    body: Closed({
      /** Refused with `conflict` when the policy has changed since. */
      revision: Revision,
      automations: Type.Array(Closed({ key: Key, ...set }), { maxItems: mostAutomations }),
    }),
    bodyBytes: 1024 * 1024,
    reply: Saved('policy', Policy),
    errors: ['conflict'],
    permission: 'POLICY:Update',
    idempotent: true,
    secondFactor: true,
  }),
};
