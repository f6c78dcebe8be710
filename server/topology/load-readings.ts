import { and, eq, inArray, not, sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location } from '../database/schema/organizations.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { deviceArp, deviceNeighbor, devicePort } from '../database/schema/topology.ts';
import { isMonitor } from '../nodes/node-types.ts';
import { createPortNames } from './port-names.ts';
import { mostMembers, type LearnedRow, type Readings } from './resolve-ports.ts';
import { createStations, type KnownDevice, type Stations } from './stations.ts';

/** A device of the organization with what the map shows of it. */
export interface MapDevice {
  node: typeof node.$inferSelect;
  locationName: string;
  known: KnownDevice;
  /** It has an SNMP credential. */
  isAsked: boolean;
  readAt: Date | null;
}

interface Loaded {
  devices: ReadonlyMap<number, MapDevice>;
  stations: Stations;
  readings: Readings;
}

/** The devices of one organization, and what was read of their ports. `visible`: which of them the caller sees. */
export async function loadReadings(db: Queries, organizationId: number, visible: SQL): Promise<Loaded> {
  const rows = await db
    .select({
      node,
      locationName: location.name,
      credentialId: devicePoll.credentialId,
      readAt: devicePoll.topologyReadAt,
    })
    .from(node)
    .innerJoin(location, eq(location.id, node.locationId))
    .leftJoin(devicePoll, eq(devicePoll.nodeId, node.id))
    .where(and(eq(node.organizationId, organizationId), visible, not(isMonitor)));
  const devices = new Map(
    rows.map(({ credentialId, ...row }): [number, MapDevice] => [
      row.node.id,
      { ...row, known: toKnown(row.node), isAsked: credentialId !== null },
    ]),
  );
  const known = [...devices.values()].map((device) => device.known);
  const readers = [...devices.values()].filter(({ readAt }) => readAt !== null).map((device) => device.known);
  const ids = readers.map(({ id }) => id);
  if (ids.length === 0) return { devices, stations: createStations(known, []), readings: noReadings };
  const arp = await db
    .select({ mac: deviceArp.mac, address: deviceArp.address })
    .from(deviceArp)
    .where(inArray(deviceArp.nodeId, ids))
    .orderBy(deviceArp.lastSeenAt, deviceArp.address);
  const ports = await db.select().from(devicePort).where(inArray(devicePort.nodeId, ids));
  const neighbors = await db
    .select()
    .from(deviceNeighbor)
    .where(inArray(deviceNeighbor.nodeId, ids))
    .orderBy(deviceNeighbor.nodeId, deviceNeighbor.port, deviceNeighbor.identity);
  return {
    devices,
    stations: createStations(known, arp),
    readings: {
      readers: new Map(readers.map((reader) => [reader.id, reader])),
      names: createPortNames(ports),
      neighbors,
      learned: await readLearned(db, ids, known),
    },
  };
}

const noReadings: Readings = { readers: new Map(), names: createPortNames([]), neighbors: [], learned: [] };

function toKnown({
  id,
  locationId,
  name,
  friendlyName,
  systemName,
  macAddresses,
  ipAddresses,
  details,
}: typeof node.$inferSelect): KnownDevice {
  const vendor = details['vendor'];
  return {
    id,
    locationId,
    name: friendlyName || name,
    names: [...new Set([name, friendlyName, systemName])],
    macs: macAddresses,
    addresses: ipAddresses,
    vendor: typeof vendor === 'string' ? vendor : '',
  };
}

/**
 * The learned addresses by port. Of a port with many, the first few are read and those of devices of the organization: an uplink has
 * learned them all.
 */
async function readLearned(db: Queries, ids: readonly number[], known: readonly KnownDevice[]): Promise<LearnedRow[]> {
  const macs = [...new Set(known.flatMap((device) => device.macs))];
  const { rows } = await db.execute<{
    nodeId: number;
    port: number;
    count: number;
    macs: string[];
    firstSeenAt: string;
    lastSeenAt: string;
  }>(sql`
    with own as materialized (select json_array_elements_text(${JSON.stringify(macs)}::json) as mac),
    learned as (
      select f.*, own.mac is not null as is_own, row_number() over (partition by f.node_id, f.port order by own.mac is null, f.mac) as place
      from device_forwarding f left join own on own.mac = f.mac
      where f.node_id in (select json_array_elements_text(${JSON.stringify(ids)}::json)::int)
    )
    select node_id as "nodeId", port, count(*)::int as count, min(first_seen_at) as "firstSeenAt", max(last_seen_at) as "lastSeenAt",
      json_agg(mac order by place) filter (where is_own or place <= ${mostMembers}) as macs
    from learned group by node_id, port order by node_id, port`);
  return rows.map((row) => ({
    ...row,
    firstSeenAt: new Date(row.firstSeenAt),
    lastSeenAt: new Date(row.lastSeenAt),
  }));
}
