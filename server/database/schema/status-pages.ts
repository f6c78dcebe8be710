import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import type { IncidentUpdate } from '#api/contract/status-incidents.ts';
import { custom, instant, revision } from './columns.ts';
import { cloudMonitor } from './monitors.ts';

export type AddressType = 'UNGUESSABLE' | 'CHOSEN';

/** A page that anybody with its URL may read. */
export const statusPage = pgTable(
  'status_page',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    addressType: text('address_type').$type<AddressType>().notNull(),
    /** The last part of its URL: chosen by a user, or 128 random bits. */
    slug: text('slug').notNull(),
    enabled: boolean('enabled').notNull(),
    custom: custom(),
    revision: revision(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('status_page_slug').on(table.slug)],
);

/** A monitor that a page shows, under the name that the public reads. */
export const statusPageMonitor = pgTable(
  'status_page_monitor',
  {
    pageId: integer('page_id')
      .notNull()
      .references(() => statusPage.id, { onDelete: 'cascade' }),
    monitorId: integer('monitor_id')
      .notNull()
      .references(() => cloudMonitor.nodeId, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
  },
  (table) => [
    primaryKey({ name: 'status_page_monitor_once', columns: [table.pageId, table.monitorId] }),
    index('status_page_monitor_of').on(table.monitorId),
  ],
);

/** An incident that a technician describes on a page. Its updates are bounded, and read and written together. */
export const statusIncident = pgTable(
  'status_incident',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    pageId: integer('page_id')
      .notNull()
      .references(() => statusPage.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    /** Newest first. */
    updates: jsonb('updates').$type<Static<typeof IncidentUpdate>[]>().notNull(),
    startedAt: instant('started_at').notNull(),
    /** When it was resolved; null while it is open. */
    endedAt: instant('ended_at'),
  },
  (table) => [index('status_incident_of').on(table.pageId, table.startedAt)],
);
