import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import type { MaintenanceFeature } from '#api/contract/maintenance-features.ts';
import type { MaintenanceRepeat } from '#api/contract/maintenance.ts';
import type { AlertNews } from './monitors.ts';
import { node } from './nodes.ts';
import { custom, instant } from './columns.ts';

/** What is suppressed in addition to notifications, which always are (F09-17). What is absent is not. */
export type HeldOptions = Partial<Record<MaintenanceFeature, boolean>>;

export type StoredRepeat = Static<typeof MaintenanceRepeat>;

/**
 * When a node is in maintenance. At most one window per node is active or scheduled; a writer locks the node's row. Past
 * windows are kept as long as the history of monitors.
 */
export const maintenanceWindow = pgTable(
  'maintenance_window',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    nodeId: integer('node_id')
      .notNull()
      .references(() => node.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    /** Null when it does not end. */
    endsAt: instant('ends_at'),
    options: jsonb('options').$type<HeldOptions>().notNull(),
    reasonMessage: text('reason_message').notNull(),
    custom: custom(),
    /** The recurrence rule that created the window, with its time zone. */
    repeat: jsonb('repeat').$type<StoredRepeat & { timeZone: string }>(),
    /** The name outlives the user. */
    setBy: text('set_by').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [index('maintenance_window_of').on(table.nodeId, table.startsAt)],
);

/** The rule of a recurring maintenance. Its next window is stored in `maintenance_window` as soon as the previous one ends. */
export const maintenanceRecurrence = pgTable('maintenance_recurrence', {
  nodeId: integer('node_id')
    .primaryKey()
    .references(() => node.id, { onDelete: 'cascade' }),
  repeat: jsonb('repeat').$type<StoredRepeat>().notNull(),
  minutes: integer('minutes').notNull(),
  options: jsonb('options').$type<HeldOptions>().notNull(),
  reasonMessage: text('reason_message').notNull(),
  custom: custom(),
  setBy: text('set_by').notNull(),
  setAt: instant('set_at').notNull(),
});

export type SuppressedKind = 'ALERT' | 'TECHNICIANS' | 'CHANNELS' | 'REBOOT' | 'SCRIPT';

/** What a window kept from being raised, sent or run, once each: an alert by its condition, a message by its alert, a task by its id. Kept with the window. */
export const maintenanceSuppressed = pgTable(
  'maintenance_suppressed',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    windowId: integer('window_id')
      .notNull()
      .references(() => maintenanceWindow.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SuppressedKind>().notNull(),
    /** Of a message only. */
    news: text('news').$type<AlertNews>(),
    /** The id of the condition that was not raised, of the alert, of the scheduled task, or of the automation of a policy. */
    subject: integer('subject').notNull(),
    at: instant('at').notNull(),
    conditionName: text('condition_name').notNull(),
    message: text('message').notNull(),
  },
  (table) => [
    unique('maintenance_suppressed_once').on(table.windowId, table.kind, table.subject, table.news).nullsNotDistinct(),
  ],
);
