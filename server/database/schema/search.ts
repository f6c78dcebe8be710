import { index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { appUser } from './users.ts';

/** Search results that users opened: an entity by its id or a page by its route. Entity names are read again when shown. */
export const recentSearch = pgTable(
  'recent_search',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    type: text('type').notNull(),
    entityId: integer('entity_id'),
    /** For a page; its name is stored in the row. */
    route: text('route'),
    name: text('name').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
  },
  (table) => [
    unique('recent_search_once').on(table.userId, table.type, table.entityId, table.route).nullsNotDistinct(),
    index('recent_search_order').on(table.userId, table.at),
  ],
);
