import { bigint, customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { Static } from 'typebox';
import type { UploadPurpose } from '#api/contract/uploads.ts';
import { instant } from './columns.ts';
import { appUser } from './users.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A file on its way to the server. Its bytes are in the database, because several servers may share it. */
export const upload = pgTable(
  'upload',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    purpose: text('purpose').$type<Static<typeof UploadPurpose>>().notNull(),
    name: text('name').notNull(),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Bytes that have arrived; the next piece begins here. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('upload_expiry').on(table.expiresAt), index('upload_user').on(table.userId)],
);

/** A piece of a file, sealed: a file may hold passwords. */
export const uploadPiece = pgTable(
  'upload_piece',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => upload.id, { onDelete: 'cascade' }),
    /** The place of its first byte in the file. */
    at: bigint('at', { mode: 'number' }).notNull(),
    sealed: bytea('sealed').notNull(),
  },
  (table) => [primaryKey({ name: 'upload_piece_once', columns: [table.uploadId, table.at] })],
);
