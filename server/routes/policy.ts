import type { policyCalls } from '#api/contract/policy.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { addPolicy, listPolicies, readPolicy, removePolicy, savePolicy } from '../policy/policy.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const policyHandlers: Handlers<keyof typeof policyCalls> = {
  listPolicies: ({ db }) => listPolicies(db),
  readPolicy: ({ db }, { params }) => readPolicy(db, params.id),
  addPolicy: async (context, { body }) => {
    const policy = await addPolicy(context, body);
    await record(context, 'CREATED', policy.id, `Added the policy “${policy.name}”`, { name: policy.name });
    return { ...done, policy };
  },
  savePolicy: async (context, { params, body }) => {
    const before = await readPolicy(context.db, params.id);
    const policy = await savePolicy(context, params.id, body);
    const of = ({ name, notes }: typeof before) => ({ name, notes });
    const summary = `Changed the policy “${policy.name}”`;
    await record(context, 'UPDATED', params.id, summary, changesOf(of(before), of(policy)));
    return { ...done, policy };
  },
  removePolicy: async (context, { params }) => {
    const name = await removePolicy(context.db, params.id);
    await record(context, 'DELETED', params.id, `Removed the policy “${name}”`);
    return done;
  },
};

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
