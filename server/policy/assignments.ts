import { and, asc, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { policy, policyAssignment } from '../database/schema/policy.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { lockPolicies, requirePolicy } from './policies-with.ts';

/** @throws Refused `not_found` */
export async function listAssignments(
  db: Queries,
  actor: Actor,
  policyId: number,
): Promise<ReplyOf<Catalogue['listPolicyAssignments']>> {
  await requirePolicy(db, actor, policyId);
  return db
    .select({
      id: policyAssignment.id,
      clientId: organization.id,
      clientName: organization.name,
      locationId: policyAssignment.locationId,
      locationName: sql<string>`coalesce(${location.name}, '')`,
    })
    .from(policyAssignment)
    .innerJoin(organization, eq(organization.id, policyAssignment.organizationId))
    .leftJoin(location, eq(location.id, policyAssignment.locationId))
    .where(and(eq(policyAssignment.policyId, policyId), visibleOrganizations(actor)))
    .orderBy(asc(sql`lower(${organization.name})`), sql`lower(${location.name}) nulls first`);
}

/** Returns the policy's name and the place's. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function assignPolicy(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  policyId: number,
  { clientId, locationId = null }: { clientId: number; locationId?: number | null },
): Promise<{ name: string; place: string }> {
  await lockPolicies(db);
  const { name, appliesTo } = await requirePolicy(db, actor, policyId);
  const place = await placeName(db, actor, clientId, locationId);
  if (!holds(actor, 'ORGANIZATION:Update', clientId)) throw new Refused('forbidden');
  await db
    .insert(policyAssignment)
    .values({ organizationId: clientId, locationId, nodeClass: appliesTo, policyId })
    .onConflictDoUpdate({
      target: [policyAssignment.organizationId, policyAssignment.locationId, policyAssignment.nodeClass],
      set: { policyId },
    });
  return { name, place };
}

/** Returns the policy, its name and that of the place. @throws Refused `not_found`, `forbidden` */
export async function unassignPolicy(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<{ policyId: number; name: string; place: string }> {
  const [row] = await db
    .select({
      policyId: policyAssignment.policyId,
      clientId: policyAssignment.organizationId,
      locationId: policyAssignment.locationId,
      name: policy.name,
    })
    .from(policyAssignment)
    .innerJoin(policy, eq(policy.id, policyAssignment.policyId))
    .innerJoin(organization, eq(organization.id, policyAssignment.organizationId))
    .where(and(eq(policyAssignment.id, id), visibleOrganizations(actor)));
  if (!row) throw new Refused('not_found');
  if (!holds(actor, 'ORGANIZATION:Update', row.clientId)) throw new Refused('forbidden');
  const place = await placeName(db, actor, row.clientId, row.locationId);
  await db.delete(policyAssignment).where(eq(policyAssignment.id, id));
  return { policyId: row.policyId, name: row.name, place };
}

/** The place stays until the transaction ends. */
async function placeName(db: Queries, actor: Actor, clientId: number, locationId: number | null): Promise<string> {
  const [row] = await db
    .select({ name: organization.name })
    .from(organization)
    .where(and(eq(organization.id, clientId), visibleOrganizations(actor)))
    .for('key share');
  if (!row) throw new Refused('not_found');
  if (locationId === null) return row.name;
  const [at] = await db
    .select({ name: location.name })
    .from(location)
    .where(and(eq(location.id, locationId), eq(location.organizationId, clientId)))
    .for('key share');
  requireFields({ '/locationId': at ? undefined : 'Choose a location of the organization.' });
  return `${row.name} · ${at?.name ?? ''}`;
}
