import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import { instant } from './columns.ts';
import { appUser } from './users.ts';

const user = (name: string) => integer(name).references(() => appUser.id, { onDelete: 'set null' });

/** A published screen: never changed, and the one with the highest number is in use. */
export const screenVersion = pgTable(
  'screen_version',
  {
    flow: text('flow').notNull(),
    screen: text('screen').notNull(),
    number: integer('number').notNull(),
    /** The document as its author wrote it; null for the built-in one. */
    text: text('text'),
    note: text('note').notNull(),
    publishedBy: user('published_by'),
    publishedAt: instant('published_at').notNull(),
    /** Id of its commit in the repository of screens; null until it is committed. */
    commit: text('commit'),
    /** Why the server could not commit it last, in words; empty without a failure. */
    notCommitted: text('not_committed').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.flow, table.screen, table.number] }),
    index('screen_version_uncommitted')
      .on(table.publishedAt)
      .where(sql`${table.commit} is null`),
  ],
);

/** A text that is published at its time: at most one for each screen. It stays with its reason where it could not be published. */
export const scheduledScreen = pgTable(
  'scheduled_screen',
  {
    /** Tells one schedule of a screen from the next. */
    id: uuid('id').notNull().defaultRandom(),
    flow: text('flow').notNull(),
    screen: text('screen').notNull(),
    text: text('text').notNull(),
    /** Number of the version that it changes. */
    base: integer('base').notNull(),
    note: text('note').notNull(),
    userId: user('user_id'),
    /** The author's name, which outlives the user. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    runAt: instant('run_at').notNull(),
    /** Until then one server judges it. */
    leasedUntil: instant('leased_until'),
    /** When it turned out that it cannot be published, with the reason in words. */
    failedAt: instant('failed_at'),
    reason: text('reason').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.flow, table.screen] })],
);

/** The console's own words in a language: never changed, and the version with the highest number is in use. */
export const consoleWords = pgTable(
  'console_words',
  {
    language: text('language').notNull(),
    number: integer('number').notNull(),
    texts: jsonb('texts').$type<{ key: string; from: string; text: string }[]>().notNull(),
    note: text('note').notNull(),
    publishedBy: user('published_by'),
    publishedAt: instant('published_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.language, table.number] })],
);

/** What a user is changing and has not published. */
export const screenEdit = pgTable(
  'screen_edit',
  {
    flow: text('flow').notNull(),
    screen: text('screen').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** Number of the version that it began with. */
    base: integer('base').notNull(),
    keptAt: instant('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.flow, table.screen, table.userId] })],
);
