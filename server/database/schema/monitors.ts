import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { custom, instant, revision } from './columns.ts';
import { node } from './nodes.ts';
import { appUser } from './users.ts';

/** Server processes share monitors by shard, not one by one, so that a heartbeat is one small statement regardless of their number. */
export const shards = 64;

/** The target of a cloud monitor. Its node has the name and the location. */
export const cloudMonitor = pgTable(
  'cloud_monitor',
  {
    nodeId: integer('node_id')
      .primaryKey()
      .references(() => node.id, { onDelete: 'cascade' }),
    shard: smallint('shard')
      .notNull()
      .generatedAlwaysAs(sql.raw(`node_id % ${shards}`)),
    enabled: boolean('enabled').notNull(),
    /** When it was paused: paused time does not count towards availability. */
    pausedAt: instant('paused_at'),
    monitorType: text('monitor_type').notNull(),
    /** Seconds. */
    frequency: integer('frequency').notNull(),
    timeout: integer('timeout').notNull(),
    /** The type's own fields, as its check reads them. Secrets are sealed. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    custom: custom(),
    revision: revision(),
  },
  (table) => [index('cloud_monitor_shard').on(table.shard)],
);

/** The latest check of a monitor; absent until the first. A separate table, because it changes with every check. */
export const monitorState = pgTable('monitor_state', {
  monitorId: integer('monitor_id')
    .primaryKey()
    .references(() => cloudMonitor.nodeId, { onDelete: 'cascade' }),
  checkedAt: instant('checked_at').notNull(),
  ok: boolean('ok').notNull(),
  /** When checks first had this outcome. */
  since: instant('since').notNull(),
  responseTime: real('response_time'),
  error: text('error'),
  message: text('message').notNull(),
  statusCode: integer('status_code'),
  detail: jsonb('detail').$type<unknown>().notNull(),
});

/**
 * Every check of the last 48 hours, inserted in batches and never changed. No foreign key and no other index: either
 * would cost more than the row. Deleting a monitor deletes its rows; `sweep` removes rows inserted concurrently.
 */
export const monitorResult = pgTable(
  'monitor_result',
  {
    monitorId: integer('monitor_id').notNull(),
    at: instant('at').notNull(),
    ok: boolean('ok').notNull(),
    /** Milliseconds; null without a response. */
    responseTime: real('response_time'),
    error: text('error'),
    statusCode: smallint('status_code'),
    /** Further values that the type's conditions evaluate: packet loss, days until a certificate expires … */
    facts: jsonb('facts').$type<Record<string, number>>(),
    /** Checked during maintenance, so excluded from the availability. */
    maintenance: boolean('maintenance').notNull().default(false),
  },
  (table) => [primaryKey({ name: 'monitor_result_once', columns: [table.monitorId, table.at] })],
);

/** Five minutes or an hour of results in one row; `resolution` in seconds. */
export const monitorRollup = pgTable(
  'monitor_rollup',
  {
    monitorId: integer('monitor_id').notNull(),
    resolution: smallint('resolution').notNull(),
    at: instant('at').notNull(),
    checks: integer('checks').notNull(),
    up: integer('up').notNull(),
    /** How many checks have a response time. */
    timed: integer('timed').notNull(),
    responseSum: real('response_sum').notNull(),
    responseMax: real('response_max'),
    /** How many of `checks` and of `up` ran during maintenance. */
    maintenanceChecks: integer('maintenance_checks').notNull().default(0),
    maintenanceUp: integer('maintenance_up').notNull().default(0),
  },
  (table) => [primaryKey({ name: 'monitor_rollup_once', columns: [table.monitorId, table.resolution, table.at] })],
);

/** The time through which each resolution is rolled up. */
export const monitorRollupMark = pgTable('monitor_rollup_mark', {
  resolution: smallint('resolution').primaryKey(),
  through: instant('through').notNull(),
});

/** The lease of the process that runs a shard's monitors. */
export const monitorShard = pgTable('monitor_shard', {
  shard: smallint('shard').primaryKey(),
  owner: uuid('owner'),
  until: instant('until'),
});

/** A server process's statistics about the monitors that it runs; times in milliseconds. */
export interface WorkerReport {
  hostname: string;
  pid: number;
  startedAt: string;
  monitors: number;
  checksPerMinute: number;
  /** Start delay of checks over the last five minutes; null before the first check. */
  latenessMedian: number | null;
  latenessP99: number | null;
  /** Checks since its start that could not be stored. */
  dropped: number;
}

/** The server processes that run monitors, so that each can compute its share. */
export const monitorWorker = pgTable('monitor_worker', {
  id: uuid('id').primaryKey(),
  until: instant('until').notNull(),
  report: jsonb('report').$type<WorkerReport>(),
  reportedAt: instant('reported_at'),
});

/** A condition of a monitor or a device and its current state (F08-61, F08-62). Those of devices follow `device_alerts`. */
export const monitorCondition = pgTable(
  'monitor_condition',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The node of the monitor or device. */
    monitorId: integer('monitor_id').notNull(),
    position: integer('position').notNull(),
    type: text('type').notNull(),
    enabled: boolean('enabled').notNull(),
    conditionName: text('condition_name').notNull(),
    /** The fields of its type: `runCount` … */
    parameters: jsonb('parameters').$type<Record<string, unknown>>().notNull(),
    /** Minutes without a failure before it resets. */
    resetThreshold: integer('reset_threshold').notNull(),
    severity: text('severity').notNull(),
    priority: text('priority').notNull(),
    notificationAction: text('notification_action').notNull(),
    notificationChannelIds: integer('notification_channel_ids').array().notNull().default([]),
    ticketingAction: text('ticketing_action').notNull().default('NONE'),
    ticketTemplateId: integer('ticket_template_id'),
    /** Consecutive failures. */
    failures: integer('failures').notNull().default(0),
    lastFailureAt: instant('last_failure_at'),
    raisedAt: instant('raised_at'),
    /** Consecutive checks that could not evaluate the condition, when that raised an alert, and the reason. */
    unanswered: integer('unanswered').notNull().default(0),
    unansweredRaisedAt: instant('unanswered_raised_at'),
    unansweredReason: text('unanswered_reason'),
  },
  (table) => [
    foreignKey({
      name: 'monitor_condition_of',
      columns: [table.monitorId],
      foreignColumns: [node.id],
    }).onDelete('cascade'),
    index('monitor_condition_order').on(table.monitorId, table.position),
    index('monitor_condition_type').on(table.type),
  ],
);

export type AlertNews = 'raised' | 'reset' | 'ended';

/** Why an alert ended without a check that reset it. */
export type EndReason =
  | 'CONDITION_REMOVED'
  | 'CONDITION_OFF'
  | 'CONDITION_CHANGED'
  | 'MONITOR_REMOVED'
  | 'DEVICE_REMOVED';

/** Whether the condition was met, or checks cannot evaluate it. */
export type AlertKind = 'CONDITION' | 'UNANSWERED';

/** An alert with the wording of the time when it was raised; open until `resetAt`. */
export const alert = pgTable(
  'alert',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The node of the monitor or device. */
    monitorId: integer('monitor_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    conditionId: integer('condition_id').references(() => monitorCondition.id, { onDelete: 'set null' }),
    kind: text('kind').$type<AlertKind>().notNull().default('CONDITION'),
    conditionName: text('condition_name').notNull(),
    description: text('description').notNull(),
    severity: text('severity').notNull(),
    priority: text('priority').notNull(),
    message: text('message').notNull(),
    raisedAt: instant('raised_at').notNull(),
    resetAt: instant('reset_at'),
    /** Null when a check reset the alert. */
    endReason: text('end_reason').$type<EndReason>(),
    acknowledgedAt: instant('acknowledged_at'),
    /** The name outlives the user. */
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedNote: text('acknowledged_note'),
    /** The assigned technician; the name outlives the user. */
    assigneeId: integer('assignee_id').references(() => appUser.id, { onDelete: 'set null' }),
    assigneeName: text('assignee_name'),
    /** Technicians notified when the alert was raised or escalated; they are also notified when it ends. */
    notifiedTechnicians: boolean('notified_technicians').notNull().default(false),
    notifiedChannelIds: integer('notified_channel_ids').array().notNull().default([]),
    /** The notifications that technicians and the condition's channels get once maintenance ends. */
    techniciansOwed: text('technicians_owed').$type<AlertNews>(),
    channelsOwed: text('channels_owed').$type<AlertNews>(),
  },
  (table) => [
    uniqueIndex('alert_open_once')
      .on(table.conditionId, table.kind)
      .where(sql`${table.resetAt} is null`),
    index('alert_of').on(table.monitorId, table.raisedAt),
    index('alert_newest').on(table.raisedAt),
    index('alert_owed')
      .on(table.monitorId)
      .where(sql`${table.techniciansOwed} is not null or ${table.channelsOwed} is not null`),
    index('alert_open')
      .on(table.monitorId)
      .where(sql`${table.resetAt} is null`),
  ],
);
