import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { credential } from './credentials.ts';
import { node } from './nodes.ts';

/**
 * The polling of a device without an agent by its network probe (`node.parent_node_id`) and what the last poll said. Each poll
 * is a row of `monitor_result`, which keeps and rolls up results of devices and monitors alike.
 */
export const devicePoll = pgTable(
  'device_poll',
  {
    nodeId: integer('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    /** The SNMP credential that the device answered when it was discovered. */
    credentialId: integer('credential_id').references(() => credential.id, { onDelete: 'set null' }),
    nextAt: instant('next_at').notNull().defaultNow(),
    /** Null before the first poll, as what follows. */
    polledAt: instant('polled_at'),
    /** Since when the device is online or offline. */
    since: instant('since'),
    /** Polls in a row that the device did not answer. */
    failures: smallint('failures').notNull().default(0),
    /** `ping`, `snmp` or `tcp`. */
    answered: text('answered'),
    /** Average round trip in milliseconds. */
    pingMs: real('ping_ms'),
    /** How many of the pings were answered. */
    received: smallint('received'),
    /** When the device started, by its sysUpTime; null if it did not answer the last poll by SNMP. */
    bootedAt: instant('booted_at'),
    /** When its interfaces are read next. */
    interfacesAt: instant('interfaces_at').notNull().defaultNow(),
    /** When what is at its ports is read next, and was read last; null before. */
    topologyAt: instant('topology_at').notNull().defaultNow(),
    topologyReadAt: instant('topology_read_at'),
  },
  (table) => [
    index('device_poll_next').on(table.nextAt),
    index('device_poll_interfaces').on(table.interfacesAt),
    index('device_poll_topology').on(table.topologyAt),
  ],
);

/** The interfaces of a polled device, as the last reading said, with the rates since the reading before. */
export const deviceInterface = pgTable(
  'device_interface',
  {
    nodeId: integer('node_id')
      .notNull()
      .references(() => devicePoll.nodeId, { onDelete: 'cascade' }),
    /** ifIndex */
    index: integer('index').notNull(),
    name: text('name').notNull(),
    alias: text('alias').notNull(),
    enabled: boolean('enabled').notNull(),
    up: boolean('up').notNull(),
    /** Megabits a second; 0 for unknown. */
    speed: bigint('speed', { mode: 'number' }).notNull(),
    /** Whether the counters have 64 bits. */
    wide: boolean('wide').notNull(),
    inOctets: numeric('in_octets', { precision: 20, scale: 0 }),
    outOctets: numeric('out_octets', { precision: 20, scale: 0 }),
    inErrors: bigint('in_errors', { mode: 'number' }).notNull(),
    outErrors: bigint('out_errors', { mode: 'number' }).notNull(),
    /** Bits a second since the reading before; null for the first one, and where a counter began anew. */
    inRate: doublePrecision('in_rate'),
    outRate: doublePrecision('out_rate'),
    readAt: instant('read_at').notNull(),
    /** When it last went up or down; null while that was not seen. */
    turnedAt: instant('turned_at'),
  },
  (table) => [primaryKey({ name: 'device_interface_once', columns: [table.nodeId, table.index] })],
);
