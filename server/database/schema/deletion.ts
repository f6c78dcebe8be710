import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { deletionKinds } from '#api/contract/deletion.ts';
import { identity, instant } from './columns.ts';

export type DeletionKind = (typeof deletionKinds)[number];

/** A deletion that can be undone until `purgeAt`. What it deletes refers to it; until the purge no other row is touched. */
export const deletion = pgTable(
  'deletion',
  {
    id: identity(),
    kind: text('kind').$type<DeletionKind>().notNull(),
    /** Of the organization or the only device; “3 devices” for several. */
    name: text('name').notNull(),
    /** A name and no reference: users refer to their deletion, and tables in a circle could not be restored from a backup. */
    deletedBy: text('deleted_by').notNull(),
    deletedAt: instant('deleted_at').notNull(),
    purgeAt: instant('purge_at').notNull(),
    /** The purge has begun: there is no way back. */
    purging: boolean('purging').notNull().default(false),
  },
  (table) => [index('deletion_purge').on(table.purgeAt)],
);

/** The deletion that a row is marked with; null for what stands. No cascade: a mark never goes by itself. */
export const deletionId = () => integer('deletion_id').references(() => deletion.id);
