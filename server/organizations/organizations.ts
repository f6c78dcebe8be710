import { and, asc, count, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Location, Organization } from '#api/contract/organizations.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { Actor } from '../access/actor.ts';
import type { CallContext } from '../context.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
import {
  customNames,
  customOrder,
  narrowedByCustom,
  requireOrder,
  showsCustom,
  type CustomList,
} from '../custom/custom-lists.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { orderOf } from '../database/order.ts';
import { node } from '../database/schema/nodes.ts';
import { division, location, organization } from '../database/schema/organizations.ts';
import { alert } from '../database/schema/monitors.ts';
import { Refused } from '../refused.ts';
import { isMonitor } from '../nodes/node-types.ts';
import type { Services } from '../services.ts';
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

const customOf = (screens: ScreenLibrary): CustomList => ({
  screens,
  flow: 'organization',
  stored: organization.custom,
});

/** What a list of organizations is narrowed to. `custom`: see `CustomFilter`. */
export interface OrganizationFilter {
  search?: string | undefined;
  custom?: string | undefined;
}

/** The visible organizations of which the name or a custom field contains the words. @throws Refused `invalid_input` */
export function matchingOrganizations(
  screens: ScreenLibrary,
  actor: Actor,
  { search = '', custom }: OrganizationFilter,
): SQL | undefined {
  const list = customOf(screens);
  return and(
    visibleOrganizations(actor),
    narrowedByCustom(list, custom),
    search.trim() === '' ? undefined : or(ilike(organization.name, containing(search)), showsCustom(list, search)),
  );
}

/** @throws Refused `invalid_input` for a custom field that no screen asks */
export async function searchOrganizations(
  { db, actor, services: { screens } }: Pick<CallContext, 'db' | 'actor'> & { services: Pick<Services, 'screens'> },
  { limit = 100, offset = 0, sort, ...filter }: QueryOf<Catalogue['searchOrganizations']>,
): Promise<ReplyOf<Catalogue['searchOrganizations']>> {
  const where = matchingOrganizations(screens, actor, filter);
  const columns = { ...sortedBy, ...customOrder(customOf(screens)) };
  requireOrder(columns, sort);
  const rows = await db
    .select({
      id: organization.id,
      name: organization.name,
      description: organization.description,
      custom: organization.custom,
      updatedAt: organization.updatedAt,
      locationCount: organizationCounts.locations,
      deviceCount: organizationCounts.devices,
      monitorCount: organizationCounts.monitors,
      openAlertCount: organizationCounts.alerts,
    })
    .from(organization)
    .where(where)
    .orderBy(...orderOf(columns, sort, sortedBy.name, asc(organization.id)))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(organization).where(where);
  const names = customNames(customOf(screens));
  return {
    items: rows.map((row) => ({
      ...row,
      custom: toShownCustom(screens, 'organization', row.custom),
      updatedAt: row.updatedAt.toISOString(),
    })),
    total: all?.total ?? 0,
    ...(names && { customFields: names }),
  };
}

/** A scalar sub-select; `count` is a bigint, which the driver would hand over as text. */
function countOf(query: SQL): SQL<number> {
  return sql<number>`(${query})::int`;
}
