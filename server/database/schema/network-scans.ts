import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DiscoverySchedule } from '#api/contract/directory-jobs.ts';
import { createdAt, identity, instant, revision, updatedAt } from './columns.ts';
import { credential } from './credentials.ts';
import { monitorCondition } from './monitors.ts';
import { node } from './nodes.ts';
import { location, organization } from './organizations.ts';
import { run } from './runs.ts';
import { appUser } from './users.ts';

const ofCredential = (name: string) => integer(name).references(() => credential.id, { onDelete: 'set null' });

/** A saved discovery of a network, which runs at `nextRunAt`. */
export const networkScan = pgTable(
  'network_scan',
  {
    id: identity(),
    organizationId: integer('organization_id')
      .notNull()
      .references(() => organization.id, { onDelete: 'cascade' }),
    locationId: integer('location_id').notNull(),
    name: text('name').notNull(),
    /** Null once the device was removed. */
    probeId: integer('probe_id').references(() => node.id, { onDelete: 'set null' }),
    ipTargets: text('ip_targets').notNull(),
    snmpCredOne: ofCredential('snmp_cred_one'),
    snmpCredTwo: ofCredential('snmp_cred_two'),
    telnetSshCred: ofCredential('telnet_ssh_cred'),
    pingTimeoutMS: integer('ping_timeout_ms').notNull(),
    pingPacketTTL: integer('ping_packet_ttl').notNull(),
    pingsPerNode: integer('pings_per_node').notNull(),
    delayBetweenPingsMS: integer('delay_between_pings_ms').notNull(),
    schedule: jsonb('schedule').$type<DiscoverySchedule>().notNull(),
    paused: boolean('paused').notNull().default(false),
    /** Whether new devices raise an alert, and the channels that get it. */
    alerts: boolean('alerts').notNull(),
    notificationChannelIds: integer('notification_channel_ids').array().notNull(),
    /** Whether a finished run has recorded the hosts of these targets: those that later runs find are new. */
    hasBaseline: boolean('has_baseline').notNull().default(false),
    /** Who saved it last: it runs with the permissions of this user. The name outlives the user. */
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    lastRunAt: instant('last_run_at'),
    lastOutcome: text('last_outcome').$type<'succeeded' | 'failed'>(),
    lastResult: text('last_result').notNull().default(''),
    /** Null while paused. */
    nextRunAt: instant('next_run_at'),
    /** The run that is under way. */
    runId: uuid('run_id'),
    revision: revision(),
  },
  (table) => [
    index('network_scan_of').on(table.organizationId),
    index('network_scan_next')
      .on(table.nextRunAt)
      .where(sql`${table.nextRunAt} is not null`),
    index('network_scan_running')
      .on(table.runId)
      .where(sql`${table.runId} is not null`),
    foreignKey({
      name: 'network_scan_place',
      columns: [table.locationId, table.organizationId],
      foreignColumns: [location.id, location.organizationId],
    }).onDelete('cascade'),
  ],
);

/** The runs of a scan. */
export const networkScanRun = pgTable(
  'network_scan_run',
  {
    runId: uuid('run_id')
      .primaryKey()
      .references(() => run.id, { onDelete: 'cascade' }),
    scanId: integer('scan_id')
      .notNull()
      .references(() => networkScan.id, { onDelete: 'cascade' }),
  },
  (table) => [index('network_scan_run_of').on(table.scanId)],
);

/** A host that answered a finished run of a scan. */
export const networkScanHost = pgTable(
  'network_scan_host',
  {
    id: identity(),
    scanId: integer('scan_id')
      .notNull()
      .references(() => networkScan.id, { onDelete: 'cascade' }),
    /** Where it answered last. */
    ip: text('ip').notNull(),
    /** Empty where the probe does not know it. */
    mac: text('mac').notNull(),
    name: text('name').notNull(),
    vendor: text('vendor').notNull(),
    /** Null for a host of the baseline. The run that found it, and the name of who said that it is known. */
    foundBy: uuid('found_by'),
    knownBy: text('known_by'),
    /** Found by a run after the baseline, and neither added nor marked as known since. */
    isNew: boolean('is_new').notNull(),
    /** What raised its alert. */
    conditionId: integer('condition_id').references(() => monitorCondition.id, { onDelete: 'set null' }),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    uniqueIndex('network_scan_host_mac')
      .on(table.scanId, table.mac)
      .where(sql`${table.mac} <> ''`),
    index('network_scan_host_ip').on(table.scanId, table.ip),
    index('network_scan_host_new')
      .on(table.scanId)
      .where(sql`${table.isNew}`),
    index('network_scan_host_found').on(table.foundBy),
  ],
);
