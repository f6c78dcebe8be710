import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Facts of the whole installation, shared by all servers: one row. */
export const installation = pgTable(
  'installation',
  {
    id: integer('id').primaryKey().default(1),
    /** A known word, sealed: a server that cannot open it has a different key from the one that sealed the secrets here. */
    keyCheck: text('key_check').notNull(),
  },
  (table) => [check('installation_is_one', sql`${table.id} = 1`)],
);
