import { and, asc, count, desc, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostSelectedDevices } from '#api/contract/device-list.ts';
import type { DeviceColumn } from '#api/contract/device-names.ts';
import type { DeviceRow, DeviceStatus } from '#api/contract/devices.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import { toRow } from '../agents/devices.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { orderOf } from '../database/order.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { isMonitor, watchedTypes } from './node-types.ts';

export type DeviceQuery = QueryOf<Catalogue['searchDevices']>;
export type DeviceFilter = Omit<DeviceQuery, 'limit' | 'offset' | 'sort'>;
type Row = Omit<Static<typeof DeviceRow>, 'maintenance'>;

/** What needs a person sorts first. */
export const statusOrder = { erased: 0, offline: 1, online: 2, unmonitored: 3 } satisfies Record<
  Static<typeof DeviceStatus>['state'],
  number
>;
export const deviceStatus = sql`case when ${node.details} ->> 'mdmStatus' = 'ERASED' then 0 when ${inArray(node.nodeType, [...watchedTypes])} and not ${node.isUp} and not ${node.isDown} then 3 when ${node.isUp} then 2 else 1 end`;

const sortedBy: Readonly<Record<DeviceColumn, SQL>> = {
  name: sql`${node.shownName}`,
  status: deviceStatus,
  kind: sql`${node.nodeClass}`,
  organization: sql`lower(${organization.name})`,
  location: sql`lower(${location.name})`,
  os: sql`${node.osName}`,
  address: sql`${node.ipAddresses}[1]`,
  seen: sql`${node.lastSeenAt}`,
};

interface PageOf {
  sort: DeviceQuery['sort'];
  limit: number;
  offset?: number;
  /** Counts the devices of the condition in the same pass; `total` is 0 otherwise. */
  counted?: boolean;
}

/** Ids of the devices of a condition, in the order of the list. */
export async function orderedIds(
  db: Queries,
  where: SQL | undefined,
  { sort, limit, offset = 0, counted = false }: PageOf,
): Promise<{ ids: number[]; total: number }> {
  const total = counted ? sql<number>`(count(*) over ())::int` : sql<number>`0`;
  const found = db.select({ id: node.id, total }).from(node).$dynamic();
  const column = sort?.replace('-', '');
  // A join costs a look at every device, so only these two orders have one.
  if (column === 'organization') void found.innerJoin(organization, eq(organization.id, node.organizationId));
  if (column === 'location') void found.innerJoin(location, eq(location.id, node.locationId));
  const rows = await found
    .where(where)
    .orderBy(...orderOf(sortedBy, sort, sortedBy.name, asc(node.id)))
    .limit(limit)
    .offset(offset);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/**
 * Devices that the actor sees and the filter matches. The search looks at the words of a device (names, addresses, serial number,
 * last user) and at the names of its organization and location.
 */
export function matchingDevices(actor: Actor, filter: DeviceFilter): SQL {
  const { search = '', clientId, locationId, status: state, kind, os = '' } = filter;
  return (
    and(
      visibleNodes(actor),
      not(isMonitor),
      clientId === undefined ? undefined : eq(node.organizationId, clientId),
      locationId === undefined ? undefined : eq(node.locationId, locationId),
      state === undefined ? undefined : sql`${deviceStatus} = ${statusOrder[state]}`,
      kind === undefined ? undefined : eq(node.nodeClass, kind),
      os.trim() === '' ? undefined : sql`${node.osName} like ${containing(os.toLowerCase())}`,
      search.trim() === '' ? undefined : containsText(containing(search.toLowerCase())),
    ) ?? sql`false`
  );
}

/** Arrays rather than joins, so that PostgreSQL can combine the indexes of words, organizations and locations. */
function containsText(pattern: string): SQL {
  return sql`(${node.words} like ${pattern}
    or ${node.organizationId} = any(array(select ${organization.id} from ${organization} where lower(${organization.name}) like ${pattern}))
    or ${node.locationId} = any(array(select ${location.id} from ${location} where lower(${location.name}) like ${pattern})))`;
}

/** One page of the devices that match, by name unless `sort` names another column. */
export async function searchDevices(
  db: Queries,
  actor: Actor,
  query: DeviceQuery,
): Promise<{ items: Row[]; total: number }> {
  const { limit = 100, offset = 0, sort, ...filter } = query;
  const where = matchingDevices(actor, filter);
  // Comparing texts costs more than sorting what they match: one pass does both. Without a text, an index may do either.
  const counted = [filter.search, filter.os].some((text) => text !== undefined && text.trim() !== '');
  const page = await orderedIds(db, where, { sort, limit, offset, counted });
  const isKnown = counted && (page.ids.length > 0 || offset === 0);
  return {
    items: await readRows(db, actor, page.ids),
    total: isKnown ? page.total : await countDevices(db, where),
  };
}

async function countDevices(db: Queries, where: SQL): Promise<number> {
  const [all] = await db.select({ total: count() }).from(node).where(where);
  return all?.total ?? 0;
}

/** The ids of every device that matches, the newest first where there are too many, and how many match. */
export async function matchDevices(
  db: Queries,
  actor: Actor,
  filter: DeviceFilter,
): Promise<{ ids: number[]; total: number }> {
  const where = matchingDevices(actor, filter);
  const rows = await db
    .select({ id: node.id })
    .from(node)
    .where(where)
    .orderBy(desc(node.id))
    .limit(mostSelectedDevices);
  const ids = rows.map(({ id }) => id);
  return { ids, total: ids.length < mostSelectedDevices ? ids.length : await countDevices(db, where) };
}

/** Rows of these devices in this order, without those that the actor does not see any more. */
export async function readRows(db: Queries, actor: Actor, ids: readonly number[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ node, clientName: organization.name, locationName: location.name })
    .from(node)
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .where(and(visibleNodes(actor), inArray(node.id, [...ids])));
  const byId = new Map(rows.map((row) => [row.node.id, toRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
