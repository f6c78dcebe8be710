import { and, eq, not, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Device, DeviceRow, DeviceStatus } from '#api/contract/devices.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { agent, deviceInventory } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { readPolling } from '../polling/read-polling.ts';
import { Refused } from '../refused.ts';
import { isMonitor, nmsNodeType, vmGuestNodeType, vmHostNodeType, watchedTypes } from '../nodes/node-types.ts';
import { vendorOfMac } from '../topology/mac-vendors.ts';
import { readGuest, readHost } from '../vm-hosts/show-host.ts';

const timeZone = sql<string>`case when ${organization.timeZoneId} = '_Division' then (select time_zone_id from division)
  else ${organization.timeZoneId} end`;
const rowColumns = { node, clientName: organization.name, locationName: location.name };
type Row = { node: typeof node.$inferSelect; clientName: string; locationName: string };

/** A device without its maintenance, which `withMaintenance` adds. */
type ReadDevice = Omit<Static<typeof Device>, 'maintenance'>;

/** @throws Refused `not_found` when it does not exist, may not be seen, or is a cloud monitor. */
export async function readDevice(db: Queries, actor: Actor, id: number): Promise<ReadDevice> {
  const [row] = await db
    .select({ ...rowColumns, agent, inventory: deviceInventory, timeZone })
    .from(node)
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .leftJoin(agent, eq(agent.nodeId, node.id))
    .leftJoin(deviceInventory, eq(deviceInventory.nodeId, node.id))
    .where(and(eq(node.id, id), visibleNodes(actor), not(isMonitor)));
  if (!row) throw new Refused('not_found');
  return {
    ...toRow(row),
    macAddresses: row.node.macAddresses,
    publicIp: row.node.publicIp,
    lastLoggedInUser: row.node.lastLoggedInUser,
    biosSerialNumber: row.node.biosSerialNumber,
    createdAt: row.node.createdAt.toISOString(),
    timeZone: row.timeZone,
    agent: row.agent && {
      version: row.agent.version,
      capabilities: row.agent.capabilities,
      connectedAt: row.agent.connectedAt?.toISOString() ?? null,
    },
    vendor: textAt(row.node.details, 'vendor') || vendorByMac(row.node),
    model: textAt(row.node.details, 'model') ?? '',
    firmware: textAt(row.node.details, 'firmware') ?? '',
    polling: row.node.nodeType === nmsNodeType ? await readPolling(db, actor, row.node) : null,
    vmHost: row.node.nodeType === vmHostNodeType ? await readHost(db, actor, id) : null,
    vmGuest: row.node.nodeType === vmGuestNodeType ? await readGuest(db, actor, id) : null,
    inventory: row.inventory?.inventory ?? null,
    inventoryAt: row.inventory?.reportedAt.toISOString() ?? null,
  };
}

/** Of a network device that did not tell it. The interfaces of a computer are made by others than the computer. */
function vendorByMac({ nodeType, macAddresses: [mac = ''] }: typeof node.$inferSelect): string {
  return nodeType === nmsNodeType ? vendorOfMac(mac) : '';
}

export function toRow(row: Row): Omit<Static<typeof DeviceRow>, 'maintenance'> {
  const { details } = row.node;
  return {
    id: row.node.id,
    name: row.node.friendlyName || row.node.name,
    systemName: row.node.systemName,
    nodeClass: row.node.nodeClass,
    isServer: row.node.isServer,
    status: statusOf(row.node),
    clientId: row.node.organizationId,
    clientName: row.clientName,
    locationId: row.node.locationId,
    locationName: row.locationName,
    osName: textAt(details, 'osName') ?? '',
    ipAddresses: row.node.ipAddresses,
    lastSeenAt: row.node.lastSeenAt?.toISOString() ?? null,
  };
}

/** C23-04 … C23-06 */
export function statusOf({
  nodeType,
  isUp,
  isDown,
  lastSeenAt,
  details,
}: Pick<typeof node.$inferSelect, 'nodeType' | 'isUp' | 'isDown' | 'lastSeenAt' | 'details'>): Static<
  typeof DeviceStatus
> {
  if (details['mdmStatus'] === 'ERASED')
    return { state: 'erased', at: textAt(details, 'mdmStatusUpdatedTime') ?? null };
  if (watchedTypes.includes(nodeType) && !isUp && !isDown) return { state: 'unmonitored', at: null };
  if (isUp) return { state: 'online', at: null };
  return { state: 'offline', at: lastSeenAt?.toISOString() ?? textAt(details, 'submitTime') ?? null };
}

function textAt(details: Record<string, unknown>, name: string): string | undefined {
  const value = details[name];
  return typeof value === 'string' ? value : undefined;
}
