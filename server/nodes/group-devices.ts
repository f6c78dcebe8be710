import { asc, count, eq, sql, type SQL } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { DeviceGrouping } from '#api/contract/device-names.ts';
import type { Actor } from '../access/actor.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { deviceStatus, matchingDevices, statusOrder } from './search-devices.ts';

/** More groups than a person reads. */
const MOST = 1000;

const groupedBy: Readonly<Record<DeviceGrouping, SQL>> = {
  organization: sql`${node.organizationId}`,
  location: sql`${node.locationId}`,
  kind: sql`${node.nodeClass}`,
  status: deviceStatus,
};

/** The groups of the devices that the actor sees and the filter matches. */
export async function groupDevices(
  db: Queries,
  actor: Actor,
  { by, ...filter }: QueryOf<Catalogue['groupDevices']>,
): Promise<ReplyOf<Catalogue['groupDevices']>> {
  const key = groupedBy[by];
  const counted = db
    .select({
      key: sql<string>`${key}::text`.as('key'),
      devices: count().as('devices'),
      offline: sql<number>`(count(*) filter (where ${deviceStatus} = ${statusOrder.offline}))::int`.as('offline'),
    })
    .from(node)
    .where(matchingDevices(actor, filter))
    // By its place in the list: the condition has parameters, which would be others in a second copy.
    .groupBy(sql`1`)
    .as('counted');
  // Names are joined to the groups and not to the devices.
  const found = db
    .select({
      key: counted.key,
      name: sql<string>`coalesce(${by === 'organization' ? organization.name : by === 'location' ? location.name : sql`''`}, '')`,
      clientName: by === 'location' ? sql<string>`coalesce(${organization.name}, '')` : sql<string>`''`,
      devices: counted.devices,
      offline: counted.offline,
    })
    .from(counted)
    .$dynamic();
  if (by === 'location')
    void found
      .leftJoin(location, eq(location.id, sql`${counted.key}::int`))
      .leftJoin(organization, eq(organization.id, location.organizationId));
  if (by === 'organization') void found.leftJoin(organization, eq(organization.id, sql`${counted.key}::int`));
  const order = {
    organization: [sql`lower(${organization.name})`],
    location: [sql`lower(${organization.name})`, sql`lower(${location.name})`],
    kind: [],
    status: [],
  }[by];
  const rows = await found.orderBy(...order, asc(counted.key)).limit(MOST + 1);
  return {
    groups: rows.slice(0, MOST).map((row) => ({ ...row, key: shownKey(by, row.key) })),
    isCut: rows.length > MOST,
  };
}

function shownKey(by: DeviceGrouping, key: string): string {
  if (by !== 'status') return key;
  return Object.entries(statusOrder).find(([, place]) => String(place) === key)?.[0] ?? key;
}
