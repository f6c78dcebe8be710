import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { appUser } from './users.ts';
import { instant } from './columns.ts';

/** An uploaded file of monitors to import; visible only to its owner. */
export const monitorImport = pgTable(
  'monitor_import',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    /** What to do with monitors that exist already. */
    existing: text('existing').$type<'UPDATE' | 'SKIP'>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('monitor_import_expiry').on(table.expiresAt), index('monitor_import_user').on(table.userId)],
);

export type RowDoes = 'add' | 'change' | 'same' | 'skip' | 'refuse';
/** A row of the file. The dry run decides what it does; the import checks that again when it writes the row. */
export const monitorImportRow = pgTable(
  'monitor_import_row',
  {
    importId: integer('import_id')
      .notNull()
      .references(() => monitorImport.id, { onDelete: 'cascade' }),
    row: integer('row').notNull(),
    name: text('name').notNull(),
    place: text('place').notNull(),
    does: text('does').$type<RowDoes>().notNull(),
    /** The file has no conditions: the monitor gets its type's default conditions. */
    defaultConditions: boolean('default_conditions').notNull().default(false),
    /** The outcome of the import: written or refused. */
    done: boolean('done').notNull(),
    refusals: jsonb('refusals').$type<{ field: string; message: string }[]>().notNull(),
    /** Sealed JSON of the row, including passwords; null once written. */
    given: text('given'),
  },
  (table) => [
    primaryKey({ name: 'monitor_import_row_once', columns: [table.importId, table.row] }),
    index('monitor_import_row_does').on(table.importId, table.does),
  ],
);
