import { and, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { NetworkPort } from '#api/contract/network-map.ts';
import type { Actor } from '../access/actor.ts';
import { seesNodesOf, visibleNodes } from '../access/visibility.ts';
import { readDevice, statusOf } from '../agents/devices.ts';
import type { Queries } from '../database/database.ts';
import { organization } from '../database/schema/organizations.ts';
import { Refused } from '../refused.ts';
import { loadReadings, type MapDevice } from './load-readings.ts';
import { resolvePorts } from './resolve-ports.ts';

/** Ports of one reply: those of 300 switches with 20 cables each. */
export const mostPorts = 6000;

interface Place {
  clientId: number;
  locationId?: number;
}

/** Lines of one device, of its own ports first: the largest chassis has a few hundred ports. */
export const mostNeighbors = 1000;

/** The network map of an organization. With a location: what its devices have at their ports. @throws Refused `not_found` */
export async function readMap(
  db: Queries,
  actor: Actor,
  { clientId, locationId }: Place,
  most = mostPorts,
): Promise<ReplyOf<Catalogue['readNetworkMap']>> {
  const [found] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), seesNodesOf(actor, organization.id)));
  if (!found) throw new Refused('not_found');
  const { devices, stations, readings } = await loadReadings(db, clientId, visibleNodes(actor));
  const isHere = (id: number) => locationId === undefined || devices.get(id)?.node.locationId === locationId;
  const all = resolvePorts(stations, readings).filter(({ nodeId }) => isHere(nodeId));
  const ports = all.slice(0, most);
  const here = [...devices.values()].filter(({ node }) => isHere(node.id));
  const shown = new Set([
    ...here.filter(({ readAt }) => readAt !== null).map(({ node }) => node.id),
    ...ports.flatMap(idsOf),
  ]);
  return {
    devices: [...devices.values()]
      .filter(({ node }) => shown.has(node.id))
      .map((device) => toDevice(device, stations.show(device.known))),
    ports,
    asked: here.filter(({ isAsked }) => isAsked).length,
    answered: here.filter(({ readAt }) => readAt !== null).length,
    omitted: all.length - ports.length,
  };
}

function idsOf({ nodeId, station, members }: NetworkPort): number[] {
  return [nodeId, ...[station, ...members].flatMap((each) => each.nodeId ?? [])];
}

function toDevice(
  { node, locationName, readAt }: MapDevice,
  { name, address, mac, vendor }: NetworkPort['station'],
): ReplyOf<Catalogue['readNetworkMap']>['devices'][number] {
  return {
    nodeId: node.id,
    name,
    nodeClass: node.nodeClass,
    isServer: node.isServer,
    status: statusOf(node),
    address,
    mac,
    vendor,
    locationName,
    readAt: readAt?.toISOString() ?? null,
  };
}

/** What is at the ports of one device, and at which ports of others it is. @throws Refused `not_found` */
export async function listNeighbors(
  db: Queries,
  actor: Actor,
  id: number,
  most = mostNeighbors,
): Promise<ReplyOf<Catalogue['listDeviceNeighbors']>> {
  const { clientId } = await readDevice(db, actor, id);
  const { devices, stations, readings } = await loadReadings(db, clientId, visibleNodes(actor));
  const ports = resolvePorts(stations, readings);
  const leadsHere = ({ nodeId, station, members }: NetworkPort) =>
    nodeId !== id && [station, ...members].some((each) => each.nodeId === id);
  const own = ports.filter(({ nodeId }) => nodeId === id);
  const links = new Set(own.map(({ link }) => link));
  // A cable that the device sees itself is listed once.
  const at = ports.filter((port) => leadsHere(port) && !links.has(port.link));
  const device = devices.get(id);
  return {
    ports: own.slice(0, most),
    at: at
      .slice(0, Math.max(0, most - own.length))
      .map((port) => ({ ...port, name: devices.get(port.nodeId)?.known.name ?? '' })),
    omitted: Math.max(0, own.length + at.length - most),
    readAt: device?.readAt?.toISOString() ?? null,
    asked: device?.isAsked ?? false,
  };
}
