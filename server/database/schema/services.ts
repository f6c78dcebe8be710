import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ServiceStart, ServiceState, serviceManagers } from '#api/contract/service-names.ts';
import { instant } from './columns.ts';
import { node } from './nodes.ts';

const ofNode = () =>
  integer('node_id')
    .notNull()
    .references(() => node.id, { onDelete: 'cascade' });

/** The list of services that an agent reports: one row per device. */
export const deviceServiceList = pgTable('device_service_list', {
  nodeId: ofNode().primaryKey(),
  manager: text('manager').$type<(typeof serviceManagers)[number]>().notNull(),
  /** When the list began that is or was last reported as a whole. */
  begunAt: instant('begun_at').notNull(),
  reportedAt: instant('reported_at').notNull(),
});

export const deviceService = pgTable(
  'device_service',
  {
    nodeId: ofNode(),
    name: text('name').notNull(),
    label: text('label').notNull(),
    state: text('state').$type<ServiceState>().notNull(),
    start: text('start').$type<ServiceStart>().notNull(),
    /** When it was first seen in this state, by the server's clock. */
    since: instant('since').notNull(),
    /** Whether it was seen in another state before. */
    changed: boolean('changed').notNull().default(false),
    /** Whether it ever ran while it was watched: one that never did has not stopped. */
    ran: boolean('ran').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'device_service_once', columns: [table.nodeId, table.name] }),
    // Judged every minute for all devices.
    index('device_service_stopped').on(table.state, table.nodeId),
  ],
);
