import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { neighborProtocols } from '#api/contract/agent-methods/topology.ts';
import { instant } from './columns.ts';
import { devicePoll } from './polling.ts';

const nodeId = () =>
  integer('node_id')
    .notNull()
    .references(() => devicePoll.nodeId, { onDelete: 'cascade' });
/** ifIndex; 0 where the device did not say. */
const port = () => integer('port').notNull();
const seen = { firstSeenAt: instant('first_seen_at').notNull(), lastSeenAt: instant('last_seen_at').notNull() };

/** The interfaces of a polled device by name, with their own MAC addresses. */
export const devicePort = pgTable(
  'device_port',
  { nodeId: nodeId(), port: port(), name: text('name').notNull(), mac: text('mac').notNull() },
  (table) => [primaryKey({ name: 'device_port_once', columns: [table.nodeId, table.port] })],
);

/** What said by LLDP or CDP that it is at a port of a polled device. Each reading replaces the rows of its device. */
export const deviceNeighbor = pgTable(
  'device_neighbor',
  {
    nodeId: nodeId(),
    port: port(),
    protocol: text('protocol').$type<(typeof neighborProtocols)[number]>().notNull(),
    /** Who it is and at which of its ports: the identity of a row across readings. */
    identity: text('identity').notNull(),
    portName: text('port_name').notNull(),
    mac: text('mac').notNull(),
    chassis: text('chassis').notNull(),
    systemName: text('system_name').notNull(),
    remotePort: text('remote_port').notNull(),
    remoteDescription: text('remote_description').notNull(),
    description: text('description').notNull(),
    addresses: text('addresses').array().notNull(),
    ...seen,
  },
  (table) => [
    primaryKey({
      name: 'device_neighbor_once',
      columns: [table.nodeId, table.port, table.protocol, table.identity],
    }),
  ],
);

/** MAC addresses that a polled device learned behind its ports. */
export const deviceForwarding = pgTable(
  'device_forwarding',
  { nodeId: nodeId(), port: port(), mac: text('mac').notNull(), ...seen },
  (table) => [primaryKey({ name: 'device_forwarding_once', columns: [table.nodeId, table.port, table.mac] })],
);

/** Which IP address has which MAC address, as a polled device knows from ARP and IPv6 neighbour discovery. */
export const deviceArp = pgTable(
  'device_arp',
  { nodeId: nodeId(), address: text('address').notNull(), mac: text('mac').notNull(), ...seen },
  (table) => [
    primaryKey({ name: 'device_arp_once', columns: [table.nodeId, table.address] }),
    index('device_arp_mac').on(table.mac),
  ],
);
