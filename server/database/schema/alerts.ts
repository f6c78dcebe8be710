import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import { organization } from './organizations.ts';
import { alert } from './monitors.ts';
import { notificationChannel } from './notifications.ts';
import { instant } from './columns.ts';

const ofAlert = () =>
  integer('alert_id')
    .notNull()
    .references(() => alert.id, { onDelete: 'cascade' });

export type AlertEventKind =
  | 'NOT_NOTIFIED'
  | 'ACKNOWLEDGED'
  | 'WITHDRAWN'
  | 'NOTE'
  | 'ASSIGNED'
  | 'UNASSIGNED'
  | 'PAUSED'
  | 'RESUMED'
  | 'REPEATED'
  | 'ESCALATED';

/** An alert's history between raise and end; rows are never changed. */
export const alertEvent = pgTable(
  'alert_event',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    alertId: ofAlert(),
    at: instant('at').notNull(),
    kind: text('kind').$type<AlertEventKind>().notNull(),
    /** Null for the server's own actions. The name outlives the user. */
    by: text('by'),
    /** A note, the name of an assignee or of a channel. */
    words: text('words').notNull().default(''),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [index('alert_event_of').on(table.alertId, table.id)],
);

export type FollowUpKind = 'REPEAT' | 'ESCALATE';

/** A channel's pending action for an alert that nobody has acknowledged. One row per kind, so that it happens once. */
export const alertFollowUp = pgTable(
  'alert_follow_up',
  {
    alertId: ofAlert(),
    /** The channel that the rule belongs to. */
    channelId: integer('channel_id')
      .notNull()
      .references(() => notificationChannel.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<FollowUpKind>().notNull(),
    /** Null once done. */
    dueAt: instant('due_at'),
    done: integer('done').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'alert_follow_up_once', columns: [table.alertId, table.channelId, table.kind] }),
    index('alert_follow_up_due').on(table.dueAt),
  ],
);

/** Which technicians are notified of alerts: all who can see the organization's monitors, selected ones of them, or none. */
export type NotifiedTechnicians = 'ALL' | 'CHOSEN' | 'NONE';

/** The technicians whom conditions notify. The row of an organization overrides the division's row, which has no organization. */
export const alertDefaults = pgTable(
  'alert_defaults',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer('organization_id').references(() => organization.id, { onDelete: 'cascade' }),
    technicians: text('technicians').$type<NotifiedTechnicians>().notNull(),
    /** The selected technicians; users who were deleted or can no longer see the organization are skipped. */
    technicianIds: integer('technician_ids').array().notNull(),
    notificationChannelIds: integer('notification_channel_ids').array().notNull(),
  },
  (table) => [unique('alert_defaults_once').on(table.organizationId).nullsNotDistinct()],
);

/** What raises alerts of devices with an agent: one row, absent while the defaults apply. */
export const deviceAlerts = pgTable(
  'device_alerts',
  {
    id: integer('id').primaryKey().default(1),
    settings: jsonb('settings').$type<Omit<DeviceAlertSettings, 'notificationChannelIds'>>().notNull(),
    notificationChannelIds: integer('notification_channel_ids').array().notNull(),
  },
  (table) => [check('device_alerts_is_one', sql`${table.id} = 1`)],
);

/** Since when servers have listened to agents without a longer gap, and when one last looked: one row. */
export const deviceWatch = pgTable(
  'device_watch',
  {
    id: integer('id').primaryKey().default(1),
    since: instant('since').notNull(),
    lookedAt: instant('looked_at').notNull(),
  },
  (table) => [check('device_watch_is_one', sql`${table.id} = 1`)],
);
