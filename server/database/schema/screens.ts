import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
  },
  (table) => [primaryKey({ columns: [table.flow, table.screen, table.number] })],
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
