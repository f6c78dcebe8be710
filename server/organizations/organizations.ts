import { and, asc, count, eq, ilike, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Location, Organization, OrganizationRow } from '#api/contract/organizations.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { Actor } from '../access/actor.ts';
import type { CallContext } from '../context.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { orderOf } from '../database/order.ts';
import { node } from '../database/schema/nodes.ts';
import { division, location, organization } from '../database/schema/organizations.ts';
import { alert } from '../database/schema/monitors.ts';
import { Refused } from '../refused.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { zoneOfOrganization } from './zone-of-organization.ts';

/** The locations of an organization, the main one first. */
export async function locationsOf(db: Queries, organizationId: number): Promise<Static<typeof Location>[]> {
  return db
    .select({
      id: location.id,
      clientId: location.organizationId,
      name: location.name,
      address: location.address,
      country: location.country,
      description: location.description,
    })
    .from(location)
    .where(eq(location.organizationId, organizationId))
    .orderBy(asc(location.position), asc(location.id));
}

/** @throws Refused `not_found` when it does not exist or may not be seen. */
export async function readOrganization(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  id: number,
): Promise<Static<typeof Organization>> {
  const { db, actor } = context;
  const [seen] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, id), visibleOrganizations(actor)));
  if (!seen) throw new Refused('not_found');
  return storedOrganization(context, id);
}

/** The organization as it stands, for a caller that may know it already: the reply to who just added it. */
export async function storedOrganization(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  id: number,
): Promise<Static<typeof Organization>> {
  const [row] = await db.select().from(organization).where(eq(organization.id, id));
  if (!row) throw new Refused('not_found');
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    timeZoneId: row.timeZoneId,
    locations: await locationsOf(db, id),
    custom: toShownCustom(services.screens, 'organization', row.custom),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Id, name and time zone of each visible organization, by name (C23-09). */
export function listOrganizations(
  db: Queries,
  actor: Actor,
): Promise<{ id: number; name: string; timeZone: string }[]> {
  return db
    .select({ id: organization.id, name: organization.name, timeZone: zoneOfOrganization })
    .from(organization)
    .innerJoin(division, sql`true`)
    .where(visibleOrganizations(actor))
    .orderBy(sql`lower(${organization.name})`);
}

export const organizationCounts = {
  locations: countOf(sql`select count(*) from ${location} where ${eq(location.organizationId, organization.id)}`),
  devices: countOf(
    sql`select count(*) from ${node} where ${eq(node.organizationId, organization.id)} and not ${isMonitor}`,
  ),
  monitors: countOf(
    sql`select count(*) from ${node} where ${eq(node.organizationId, organization.id)} and ${isMonitor}`,
  ),
  alerts: countOf(
    sql`select count(*) from ${alert} join ${node} on ${eq(node.id, alert.monitorId)}
      where ${eq(node.organizationId, organization.id)} and ${alert.resetAt} is null`,
  ),
};
const sortedBy = {
  name: sql`lower(${organization.name})`,
  description: sql`nullif(lower(${organization.description}), '')`,
  locations: organizationCounts.locations,
  monitors: organizationCounts.monitors,
  alerts: organizationCounts.alerts,
  updated: sql`${organization.updatedAt}`,
};

/** The visible organizations whose name contains the words. */
export function matchingOrganizations(actor: Actor, search: string): SQL | undefined {
  return and(
    visibleOrganizations(actor),
    search.trim() === '' ? undefined : ilike(organization.name, containing(search)),
  );
}

export async function searchOrganizations(
  db: Queries,
  actor: Actor,
  { search = '', limit = 100, offset = 0, sort }: QueryOf<Catalogue['searchOrganizations']>,
): Promise<{ items: Static<typeof OrganizationRow>[]; total: number }> {
  const where = matchingOrganizations(actor, search);
  const rows = await db
    .select({
      id: organization.id,
      name: organization.name,
      description: organization.description,
      updatedAt: organization.updatedAt,
      locationCount: organizationCounts.locations,
      deviceCount: organizationCounts.devices,
      monitorCount: organizationCounts.monitors,
      openAlertCount: organizationCounts.alerts,
    })
    .from(organization)
    .where(where)
    .orderBy(...orderOf(sortedBy, sort, sortedBy.name, asc(organization.id)))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(organization).where(where);
  return { items: rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })), total: all?.total ?? 0 };
}

/** A scalar sub-select; `count` is a bigint, which the driver would hand over as text. */
function countOf(query: SQL): SQL<number> {
  return sql<number>`(${query})::int`;
}
