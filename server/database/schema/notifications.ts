import { sql, type AnyColumn } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { HttpConfig, HttpSecrets } from '../../notifications/http/http-config.ts';
import { custom, instant, revision } from './columns.ts';
import { attemptColumns } from './deliveries.ts';
import { node } from './nodes.ts';

/** Names are unique regardless of case, because conditions refer to channels by name. */
const lower = (column: AnyColumn) => sql`lower(${column})`;

export type ChannelType = 'EMAIL' | 'SMS' | 'WEBHOOK' | 'HTTP';

/** Where conditions send their alerts (F08-50). */
export const notificationChannel = pgTable(
  'notification_channel',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    channelType: text('channel_type').$type<ChannelType>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** Addresses of an e-mail channel, or the numbers of one of text messages. */
    recipients: text('recipients').array().notNull().default([]),
    /** Of a webhook channel, with its sealed signing secret. */
    url: text('url'),
    secret: text('secret'),
    /** Of an HTTP channel: its service and template, and its sealed secrets by name. */
    http: jsonb('http').$type<HttpConfig>(),
    httpSecrets: jsonb('http_secrets').$type<HttpSecrets>(),
    /** Minutes between reminders until somebody acknowledges; null for no reminders. */
    repeatMinutes: integer('repeat_minutes'),
    /** Escalates to this channel when nobody has acknowledged for this many minutes. */
    escalateChannelId: integer('escalate_channel_id'),
    escalateMinutes: integer('escalate_minutes'),
    custom: custom(),
    revision: revision(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('notification_channel_name').on(lower(table.name)),
    foreignKey({
      name: 'notification_channel_escalates_to',
      columns: [table.escalateChannelId],
      foreignColumns: [table.id],
    }).onDelete('set null'),
  ],
);

/** Deliveries to a channel, one row per recipient. */
export const notificationDelivery = pgTable(
  'notification_delivery',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    channelId: integer('channel_id')
      .notNull()
      .references(() => notificationChannel.id, { onDelete: 'cascade' }),
    /** The monitor that the delivery is about; the log keeps the name of a deleted monitor. */
    monitorId: integer('monitor_id').references(() => node.id, { onDelete: 'set null' }),
    monitorName: text('monitor_name'),
    /** The alert that the delivery is about; its timeline shows it. No foreign key: the log outlives the alert. */
    alertId: integer('alert_id'),
    /** An e-mail address; null for a webhook. */
    recipient: text('recipient'),
    eventId: uuid('event_id').notNull(),
    event: text('event').notNull(),
    /** The signed payload; for an e-mail, its subject and text as JSON. */
    payload: text('payload').notNull(),
    ...attemptColumns(),
  },
  (table) => [
    index('notification_delivery_due').on(table.state, table.nextAttemptAt),
    index('notification_delivery_of').on(table.channelId, table.id),
    index('notification_delivery_monitor').on(table.monitorId),
    index('notification_delivery_alert').on(table.alertId),
  ],
);
