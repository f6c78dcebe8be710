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

/** Of a search: so many are sorted faster than an index of the order is read until a page of them is found. */
const fewDevices = 5000;

interface PageOf {
  sort: DeviceQuery['sort'];
  limit: number;
  offset?: number;
  few?: boolean;
}

/** Ids of the devices of a condition, in the order of the list. `few`: they are found first and sorted then. */
export async function orderedIds(
  db: Queries,
  where: SQL | undefined,
  { sort, limit, offset = 0, few = false }: PageOf,
): Promise<number[]> {
  const order = orderOf(sortedBy, sort, sortedBy.name, asc(node.id));
  const found = db.select({ id: node.id }).from(node).$dynamic();
  const column = sort?.replace('-', '');
  // A join costs a look at every device, so only these two orders have one.
  if (column === 'organization') void found.innerJoin(organization, eq(organization.id, node.organizationId));
  if (column === 'location') void found.innerJoin(location, eq(location.id, node.locationId));
  // An array of them, as an index of the order would be read to its end for the last of a few devices.
  const among = few ? sql`${node.id} = any(array(${db.select({ id: node.id }).from(node).where(where)}))` : where;
  const rows = await found
    .where(among)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
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
  const isText = [filter.search, filter.os].some((text) => text !== undefined && text.trim() !== '');
  const readPage = async (few: boolean) =>
    readRows(db, actor, await orderedIds(db, where, { sort, limit, offset, few }));
  if (!isText) {
    const [items, total] = await Promise.all([readPage(false), countDevices(db, where)]);
    return { items, total };
  }
  // PostgreSQL guesses badly how many devices a text matches, and the best way to a page depends on it.
  const total = await countDevices(db, where);
  return { items: total > offset ? await readPage(total <= fewDevices) : [], total };
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
