import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { appUser } from './users.ts';
import { instant } from './columns.ts';

/** An editor that a user has open in one page. */
export const editor = pgTable(
  'editor',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    instance: uuid('instance').notNull(),
    /** The flow and the id of the edited entity. */
    flow: text('flow').notNull(),
    entityId: integer('entity_id').notNull(),
    openedAt: instant('opened_at').notNull(),
    /** The page refreshes this while the editor is open. */
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'editor_of_user', columns: [table.userId, table.instance] }),
    index('editor_of_entity').on(table.flow, table.entityId),
    index('editor_seen').on(table.seenAt),
  ],
);
