import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, custom, identity, lower, revision, updatedAt } from './columns.ts';
import { deletionId } from './deletion.ts';

/** The service provider itself: one row. */
export const division = pgTable(
  'division',
  {
    id: integer('id').primaryKey().default(1),
    name: text('name').notNull(),
    language: text('language').notNull().default('en-us'),
    timeZoneId: text('time_zone_id').notNull().default('UTC'),
    /** Monitors, webhooks and channels may reach loopback and this server's own addresses. */
    allowOwnAddresses: boolean('allow_own_addresses').notNull().default(false),
    /** CIDR blocks that monitors may reach: private networks (RFC 1918) and unique local addresses (RFC 4193). */
    monitorNetworks: text('monitor_networks').notNull().default('10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7'),
    /** CIDR blocks that webhooks and notification channels may reach. */
    deliveryNetworks: text('delivery_networks').notNull().default(''),
    /** A discovery offers SNMP v3 credentials in addition to v1 and v2c. */
    snmpV3InDiscovery: boolean('snmp_v3_in_discovery').notNull().default(false),
    /** A migration derived the three columns above from an older setting, and no administrator has reviewed them since. */
    outboundNotice: boolean('outbound_notice').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [check('division_is_one', sql`${table.id} = 1`)],
);

export const organization = pgTable(
  'organization',
  {
    id: identity(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** An IANA zone, or `_Division` for the service provider's zone. */
    timeZoneId: text('time_zone_id').notNull().default('_Division'),
    custom: custom(),
    revision: revision(),
    deletionId: deletionId(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('organization_name')
      .on(lower(table.name))
      .where(sql`${table.deletionId} is null`),
    index('organization_deletion')
      .on(table.deletionId)
      .where(sql`${table.deletionId} is not null`),
  ],
);

export const location = pgTable(
  'location',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    address: text('address').notNull().default(''),
    /** Two-letter code of ISO 3166-1; empty when unknown. */
    country: text('country').notNull().default(''),
    description: text('description').notNull().default(''),
    /** The location with the lowest position is the organization's main location. */
    position: integer('position').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('location_name').on(table.organizationId, lower(table.name)),
    unique('location_of_organization').on(table.id, table.organizationId),
    index('location_order').on(table.organizationId, table.position),
  ],
);
