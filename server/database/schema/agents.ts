import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { node } from './nodes.ts';
import { location } from './organizations.ts';
import { appUser } from './users.ts';
import { run } from './runs.ts';
import { instant } from './columns.ts';

const nodeId = () =>
  integer('node_id')
    .primaryKey()
    .references(() => node.id, { onDelete: 'cascade' });

/** The agent of a device, one row per device. */
export const agent = pgTable(
  'agent',
  {
    nodeId: nodeId(),
    /** SHA-256 of the key; the server does not store the key itself. */
    keyHash: text('key_hash').notNull().unique(),
    version: text('version').notNull(),
    capabilities: text('capabilities').array().notNull(),
    /** The device's current connection; a newer one replaces it, in any process. */
    connectionId: uuid('connection_id'),
    connectedAt: instant('connected_at'),
    /** Null while connected. */
    disconnectedAt: instant('disconnected_at'),
    lastSeenAt: instant('last_seen_at').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('agent_seen').on(table.lastSeenAt)],
);

/** A token with which computers enrol. */
export const agentEnrollment = pgTable(
  'agent_enrollment',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Null for the agent on a server's own machine until an administrator chooses its location. */
    organizationId: integer('organization_id'),
    locationId: integer('location_id'),
    createdAt: instant('created_at').notNull().defaultNow(),
    createdBy: integer('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    expiresAt: instant('expires_at').notNull(),
    /** How many computers may enrol with the token, and how many have. */
    uses: integer('uses').notNull().default(1),
    used: integer('used').notNull().default(0),
    usedAt: instant('used_at'),
    /** The device that enrolled last. */
    nodeId: integer('node_id').references(() => node.id, { onDelete: 'set null' }),
    /** When an agent without a location last requested to enrol, and the name of its machine. */
    askedAt: instant('asked_at'),
    hostName: text('host_name').notNull().default(''),
  },
  (table) => [
    foreignKey({
      name: 'agent_enrollment_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }).onDelete('cascade'),
    index('agent_enrollment_expiry').on(table.expiresAt),
    check('agent_enrollment_uses', sql`${table.used} between 0 and ${table.uses}`),
  ],
);

/** A device's latest report about itself, unchanged. */
export const deviceInventory = pgTable('device_inventory', {
  nodeId: nodeId(),
  inventory: jsonb('inventory').$type<Inventory>().notNull(),
  reportedAt: instant('reported_at').notNull(),
});

/** `interrupted`: the agent died while executing the command. */
export type CommandState = 'pending' | 'done' | 'failed' | 'cancelled' | 'interrupted';
/** The delivery of a command to an agent: a method of the registry. The server sends it until the agent replies or it expires; the agent executes it once. */
export const agentCommand = pgTable(
  'agent_command',
  {
    /** That of its run, which has progress, items and result. */
    id: uuid('id')
      .primaryKey()
      .references(() => run.id, { onDelete: 'cascade' }),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    method: text('method').notNull(),
    params: jsonb('params').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<CommandState>().notNull().default('pending'),
    error: text('error'),
    /** Number of the last stored report, so that each report is stored once. */
    reported: integer('reported').notNull().default(0),
    itemCount: integer('item_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    /** Null until the server has sent it to an agent. */
    sentAt: instant('sent_at'),
    cancelRequestedAt: instant('cancel_requested_at'),
    expiresAt: instant('expires_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('agent_command_pending').on(table.nodeId, table.state),
    index('agent_command_age').on(table.createdAt),
  ],
);
