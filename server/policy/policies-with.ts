import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import type { Queries } from '../database/database.ts';
import { policy } from '../database/schema/policy.ts';
import { Refused } from '../refused.ts';

export type PolicyPermission = Extract<PermissionName, `POLICY:${string}`>;
export type PolicyRow = typeof policy.$inferSelect;

/** Whether a policy is not marked for deletion. */
export const isStandingPolicy: SQL = isNull(policy.deletionId);

/** Policies for which the actor holds the permission, without those that are marked for deletion. */
export function policiesWith(actor: Actor, permission: PolicyPermission): SQL {
  return and(anyPolicyWith(actor, permission), isStandingPolicy) ?? sql`false`;
}

/** `policiesWith`, marked for deletion or not: for the undo. */
export function anyPolicyWith(actor: Actor, permission: PolicyPermission): SQL {
  if (actor.kind === 'anonymous') return sql`false`;
  if (actor.sysadmin) return sql`true`;
  const grants = actor.grants.filter((grant) => grant.permission === permission);
  if (grants.some(({ entityId }) => entityId === null)) return sql`true`;
  const ids = grants.flatMap(({ entityId }) => entityId ?? []);
  return ids.length > 0 ? inArray(policy.id, ids) : sql`false`;
}

export function mayView(actor: Actor, policyId: number): boolean {
  return holds(actor, 'POLICY:View', policyId);
}

/** A policy that the actor sees and for which it holds the permission. @throws Refused `not_found`, `forbidden` */
export async function requirePolicy(
  db: Queries,
  actor: Actor,
  id: number,
  permission: PolicyPermission = 'POLICY:View',
): Promise<PolicyRow> {
  const [row] = await db
    .select()
    .from(policy)
    .where(and(eq(policy.id, id), isStandingPolicy));
  if (!row || !mayView(actor, id)) throw new Refused('not_found');
  if (!holds(actor, permission, id)) throw new Refused('forbidden');
  return row;
}

/** Changes of policies follow one another: a parent, a level and a default are judged by all of them. Until the transaction ends. */
export async function lockPolicies(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('cairn.policies'))`);
}
