import type { policyPatchCalls } from '#api/contract/policy-patches.ts';
import { changesOf } from '../audit/changes.ts';
import type { Handlers } from '../http/handler.ts';
import { readPolicyPatches, savePolicyPatches } from '../patches/policy-patches.ts';

export const policyPatchHandlers: Handlers<keyof typeof policyPatchCalls> = {
  readPolicyPatches: ({ db, actor }, { params }) => readPolicyPatches(db, actor, params.id),
  savePolicyPatches: async (context, { params, body }) => {
    const { policy, before } = await savePolicyPatches(context, params.id, body);
    await context.audit({
      action: 'POLICY_UPDATED',
      entityType: 'POLICY',
      entityId: params.id,
      summary: `Changed the patch settings of the policy “${policy.name}”`,
      detail: { ...changesOf(before, body.patchManagement) },
    });
    await context.announce('policy', [params.id]);
    return { resultCode: 'SUCCESS', policy };
  },
};
