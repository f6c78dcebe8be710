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
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { appUser, node, revision } from './core.ts';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** Monitors are shared among server processes by these parts, not one by one: a heartbeat is one small statement whatever their number. */
export const shards = 64;

/** What a cloud monitor watches. Its name and place are those of its node. */
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
    /** Since when it is paused: time that nobody watched counts for nothing. */
    pausedAt: instant('paused_at'),
    monitorType: text('monitor_type').notNull(),
    /** Seconds. */
    frequency: integer('frequency').notNull(),
    timeout: integer('timeout').notNull(),
    /** The type's own fields, as its check reads them. Secrets in it are sealed. */
    config: jsonb('config').$type<Record<string, unknown>>().notNull(),
    revision: revision(),
  },
  (table) => [index('cloud_monitor_shard').on(table.shard)],
);

/** The latest check of a monitor; absent until the first. Apart from `cloud_monitor`, since it changes with every check. */
export const monitorState = pgTable('monitor_state', {
  monitorId: integer('monitor_id')
    .primaryKey()
    .references(() => cloudMonitor.nodeId, { onDelete: 'cascade' }),
  checkedAt: instant('checked_at').notNull(),
  ok: boolean('ok').notNull(),
  /** Since when checks have come out this way. */
  since: instant('since').notNull(),
  responseTime: real('response_time'),
  error: text('error'),
  message: text('message').notNull(),
  statusCode: integer('status_code'),
  detail: jsonb('detail').$type<unknown>().notNull(),
});

/**
 * Every check of the last 48 hours, written in batches and never changed. No foreign key and no other index: either
 * would cost more than the row. A monitor's rows go with it; `sweep` removes what was written meanwhile.
 */
export const monitorResult = pgTable(
  'monitor_result',
  {
    monitorId: integer('monitor_id').notNull(),
    at: instant('at').notNull(),
    ok: boolean('ok').notNull(),
    /** Milliseconds; null when nothing came back. */
    responseTime: real('response_time'),
    error: text('error'),
    statusCode: smallint('status_code'),
    /** What conditions of the type look at beside these: packet loss, days left of a certificate … */
    facts: jsonb('facts').$type<Record<string, number>>(),
    /** Checked during maintenance: left out of the availability. */
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
    /** How many of `checks` and of `up` were made during maintenance. */
    maintenanceChecks: integer('maintenance_checks').notNull().default(0),
    maintenanceUp: integer('maintenance_up').notNull().default(0),
  },
  (table) => [primaryKey({ name: 'monitor_rollup_once', columns: [table.monitorId, table.resolution, table.at] })],
);

/** Up to where each resolution is rolled up. */
export const monitorRollupMark = pgTable('monitor_rollup_mark', {
  resolution: smallint('resolution').primaryKey(),
  through: instant('through').notNull(),
});

/** Who runs the monitors of a shard, and until when unless renewed. */
export const monitorShard = pgTable('monitor_shard', {
  shard: smallint('shard').primaryKey(),
  owner: uuid('owner'),
  until: instant('until'),
});

/** What a server process says of the monitors that it runs; times in milliseconds. */
export interface WorkerReport {
  hostname: string;
  pid: number;
  startedAt: string;
  monitors: number;
  checksPerMinute: number;
  /** How late checks began, over the last five minutes; null before the first. */
  latenessMedian: number | null;
  latenessP99: number | null;
  /** Checks since its start that could not be stored. */
  dropped: number;
}

/** The server processes that run monitors now, so that each takes its share. */
export const monitorWorker = pgTable('monitor_worker', {
  id: uuid('id').primaryKey(),
  until: instant('until').notNull(),
  report: jsonb('report').$type<WorkerReport>(),
  reportedAt: instant('reported_at'),
});

/** A condition and where it stands (F08-61, F08-62). */
export const monitorCondition = pgTable(
  'monitor_condition',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
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
    /** Failures in a row. */
    failures: integer('failures').notNull().default(0),
    lastFailureAt: instant('last_failure_at'),
    raisedAt: instant('raised_at'),
    /** Checks in a row that could not answer its question, since when that is an alert, and why. */
    unanswered: integer('unanswered').notNull().default(0),
    unansweredRaisedAt: instant('unanswered_raised_at'),
    unansweredReason: text('unanswered_reason'),
  },
  (table) => [
    foreignKey({
      name: 'monitor_condition_of',
      columns: [table.monitorId],
      foreignColumns: [cloudMonitor.nodeId],
    }).onDelete('cascade'),
    index('monitor_condition_order').on(table.monitorId, table.position),
  ],
);

export type AlertNews = 'raised' | 'reset' | 'ended';

/** Why an alert ended although no check reset it. */
export type EndReason = 'CONDITION_REMOVED' | 'CONDITION_OFF' | 'CONDITION_CHANGED' | 'MONITOR_REMOVED';

/** That a condition was met, or that checks cannot tell whether it is. */
export type AlertKind = 'CONDITION' | 'UNANSWERED';

/** What a condition raised, in the words of that time; open until `resetAt`. */
export const alert = pgTable(
  'alert',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    monitorId: integer('monitor_id')
      .notNull()
      .references(() => cloudMonitor.nodeId, { onDelete: 'cascade' }),
    conditionId: integer('condition_id').references(() => monitorCondition.id, { onDelete: 'set null' }),
    kind: text('kind').$type<AlertKind>().notNull().default('CONDITION'),
    conditionName: text('condition_name').notNull(),
    description: text('description').notNull(),
    severity: text('severity').notNull(),
    priority: text('priority').notNull(),
    message: text('message').notNull(),
    raisedAt: instant('raised_at').notNull(),
    resetAt: instant('reset_at'),
    /** Null for an alert that a check reset. */
    endReason: text('end_reason').$type<EndReason>(),
    acknowledgedAt: instant('acknowledged_at'),
    /** The name outlives the user. */
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedNote: text('acknowledged_note'),
    /** The technician who works on it; the name outlives the user. */
    assigneeId: integer('assignee_id').references(() => appUser.id, { onDelete: 'set null' }),
    assigneeName: text('assignee_name'),
    /** Who was notified when it was raised or escalated: they are notified when it is over, too. */
    notifiedTechnicians: boolean('notified_technicians').notNull().default(false),
    notifiedChannelIds: integer('notified_channel_ids').array().notNull().default([]),
    /** What technicians, and the condition's channels, have still to be told when the maintenance is over. */
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
