import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ScanState, uploadTypes } from '#api/contract/attachments.ts';
import { instant } from './columns.ts';
import { script } from './script.ts';
import { appUser } from './users.ts';

/** The file that an install automation runs: kept by the server under its SHA-256, or named by an address (F05-09, F05-19). */
export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    scriptId: integer('script_id')
      .notNull()
      .references(() => script.id, { onDelete: 'cascade' }),
    uploadType: text('upload_type').$type<(typeof uploadTypes)[number]>().notNull(),
    /** Empty for a file of the server. */
    url: text('url').notNull(),
    name: text('name').notNull(),
    /** With its dot, in lower case. */
    extension: text('extension').notNull(),
    /** Bytes; 0 for an address. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Hexadecimal, lower case; empty until it is known. */
    sha256: text('sha256').notNull(),
    /** The upload whose bytes wait to be processed. */
    uploadId: uuid('upload_id'),
    scan: text('scan').$type<ScanState>().notNull(),
    scanMessage: text('scan_message').notNull().default(''),
    /** The person asked for no scan, and may have sent more than 1 GiB. */
    skipScan: boolean('skip_scan').notNull(),
    createdBy: integer('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('attachment_script').on(table.scriptId),
    index('attachment_content').on(table.sha256),
    index('attachment_scan').on(table.scan),
  ],
);
