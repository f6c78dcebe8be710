import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, instant, updatedAt } from './columns.ts';
import { deletionId } from './deletion.ts';
import { location } from './organizations.ts';
import { policy } from './policy.ts';

/** A device or a monitor (C23-15). Cloud monitors are nodes too: `node.id` is the monitor's id (C23-16). */
export const node = pgTable(
  'node',
  {
    id: identity(),
    name: text('name').notNull(),
    systemName: text('system_name').notNull().default(''),
    friendlyName: text('friendly_name').notNull().default(''),
    nodeClass: text('node_class').notNull(),
    nodeType: text('node_type').notNull(),
    nodeRoleId: text('node_role_id').notNull().default('auto'),
    organizationId: integer('organization_id').notNull(),
    locationId: integer('location_id').notNull(),
    parentNodeId: integer('parent_node_id'),
    /** The device's own policy. Without one it has that of its place, or the default of its class. */
    policyId: integer('policy_id').references(() => policy.id),
    policyIdSource: text('policy_id_source').notNull().default('DEFAULT'),
    isUp: boolean('is_up').notNull().default(false),
    isDown: boolean('is_down').notNull().default(false),
    isServer: boolean('is_server').notNull().default(false),
    publicIp: text('public_ip').notNull().default(''),
    ipAddresses: text('ip_addresses')
      .array()
      .notNull()
      .default(sql`'{}'`),
    macAddresses: text('mac_addresses')
      .array()
      .notNull()
      .default(sql`'{}'`),
    netbiosName: text('netbios_name').notNull().default(''),
    lastLoggedInUser: text('last_logged_in_user').notNull().default(''),
    biosSerialNumber: text('bios_serial_number').notNull().default(''),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    policyContent: jsonb('policy_content').$type<Record<string, unknown>>().notNull().default({}),
    lastSeenAt: instant('last_seen_at'),
    /** Of a device that was deleted by itself; the mark of its organization deletes it as well. */
    deletionId: deletionId(),
    // PostgreSQL stores what the device list compares and sorts: computing it for each row costs more than reading it.
    /** All texts by which a search finds the device; the trigram index `node_search` of the migrations covers it. */
    words: text('words')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(name || ' ' || friendly_name || ' ' || system_name || ' ' || netbios_name || ' ' || last_logged_in_user || ' ' || bios_serial_number || ' ' || public_ip || ' ' || cairn_words(ip_addresses) || ' ' || cairn_words(mac_addresses))`,
      ),
    /** The displayed name in lower case. */
    shownName: text('shown_name')
      .notNull()
      .generatedAlwaysAs(sql`lower(coalesce(nullif(friendly_name, ''), name))`),
    /** The operating system in lower case; null if unknown. */
    osName: text('os_name').generatedAlwaysAs(sql`nullif(lower(details ->> 'osName'), '')`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // A composite key, so that a node cannot be at another organization's location.
    foreignKey({
      name: 'node_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }),
    foreignKey({ name: 'node_parent', columns: [table.parentNodeId], foreignColumns: [table.id] }).onDelete('set null'),
    index('node_organization').on(table.organizationId),
    index('node_location').on(table.locationId),
    index('node_type').on(table.nodeType),
    index('node_policy')
      .on(table.policyId)
      .where(sql`${table.policyId} is not null`),
    // Counts the device list without reading its rows.
    index('node_list')
      .on(table.organizationId, table.locationId, table.nodeClass, table.nodeType)
      .where(sql`${table.deletionId} is null`),
    index('node_deletion')
      .on(table.deletionId)
      .where(sql`${table.deletionId} is not null`),
    // The first order of the device list; the other columns sort what they match.
    index('node_shown_name').on(table.shownName, table.id),
  ],
);
