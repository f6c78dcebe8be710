import type { policyAutomationCalls } from '#api/contract/policy-automations.ts';
import { changesOf } from '../audit/changes.ts';
import type { Handlers } from '../http/handler.ts';
import { readPolicyAutomations, type AutomationRow } from '../policy/automations.ts';
import { savePolicyAutomations } from '../policy/save-automations.ts';

export const policyAutomationHandlers: Handlers<keyof typeof policyAutomationCalls> = {
  readPolicyAutomations: ({ db, actor }, { params }) => readPolicyAutomations(db, actor, params.id),
  savePolicyAutomations: async (context, { params, body }) => {
    const { policy, before, after } = await savePolicyAutomations(context, params.id, body);
    await context.audit({
      action: 'POLICY_UPDATED',
      entityType: 'POLICY',
      entityId: params.id,
      summary: `Changed the automations of the policy “${policy.name}”`,
      detail: { ...changesOf(auditable(before), auditable(after), hidden) },
    });
    await context.announce('policy', [params.id]);
    return { resultCode: 'SUCCESS', policy };
  },
};

/** Inputs may hold passwords. */
const hidden = ['parameters', 'variables'];

/** By name. */
function auditable(rows: readonly AutomationRow[]): Record<string, object> {
  return Object.fromEntries(
    rows.map(({ scriptName, key, enabled, runAs, timeoutSeconds, schedule, parameters, variables }) => [
      `${scriptName} ${key.slice(0, 8)}`,
      { enabled, runAs, timeoutSeconds, schedule, parameters, variables },
    ]),
  );
}
