import { index, integer, pgTable, real, smallint, text } from 'drizzle-orm/pg-core';
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
    /** When the device started, by its sysUpTime. */
    bootedAt: instant('booted_at'),
  },
  (table) => [index('device_poll_next').on(table.nextAt)],
);
