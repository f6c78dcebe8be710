import { index, json, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, instant, updatedAt } from './columns.ts';
import { userId } from './users.ts';

/** An unfinished flow. The page chooses the id; the key is the pair with the user, so ids of different users cannot collide. */
export const draft = pgTable(
  'draft',
  {
    id: uuid('id').notNull(),
    userId: userId(),
    flow: text('flow').notNull(),
    title: text('title').notNull(),
    subject: text('subject'),
    state: text('state').notNull(),
    screenVersions: jsonb('screen_versions').$type<Record<string, string>>().notNull(),
    /** Sealed, because answers may contain keys. Null once dropped. */
    snapshot: json('snapshot').$type<{ sealed: string }>(),
    /** Revision of the stored write; the next write names it as its base. */
    revision: uuid('revision').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Set once dropped or finished, so that a late save cannot restore it. */
    removedAt: instant('removed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'draft_of_user', columns: [table.userId, table.id] }),
    index('draft_expiry').on(table.expiresAt),
  ],
);
