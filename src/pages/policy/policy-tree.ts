import type { CallReply } from '#api/client.ts';

export type ListedPolicy = CallReply<'listPolicies'>[number];

export interface Branch {
  policy: ListedPolicy;
  /** 0: without a parent that the user sees. */
  level: number;
}

/** Policies with each below its parent, in the order of the list. */
export function treeOf(policies: readonly ListedPolicy[]): Branch[] {
  const ids = new Set(policies.map(({ id }) => id));
  const below = (parent: number | null, level: number): Branch[] =>
    policies
      .filter(
        ({ parentPolicyId }) => (parentPolicyId !== null && ids.has(parentPolicyId) ? parentPolicyId : null) === parent,
      )
      .flatMap((policy) => [{ policy, level }, ...below(policy.id, level + 1)]);
  return below(null, 0);
}
