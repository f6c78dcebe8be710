import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { AttachmentRole, ScanState, uploadTypes } from '#api/contract/attachments.ts';
import { instant } from './columns.ts';
import { script } from './script.ts';
import { appUser } from './users.ts';

/** A file of an install automation: kept by the server under its SHA-256, or named by an address (F05-09, F05-19). */
export const attachment = pgTable(
  'attachment',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    scriptId: integer('script_id')
      .notNull()
      .references(() => script.id, { onDelete: 'cascade' }),
    role: text('role').$type<AttachmentRole>().notNull().default('RUNNABLE'),
    /** Of a helper file or an icon: how the form spells it (`chosen-file.ts`). */
    chosen: text('chosen').notNull().default(''),
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
    /** Media type of the image that its bytes are; empty for anything else (`image-of.ts`). */
    imageType: text('image_type').notNull().default(''),
    scan: text('scan').$type<ScanState>().notNull(),
    scanMessage: text('scan_message').notNull().default(''),
    /** The person asked for no scan, and may have sent more than 1 GiB. */
    skipScan: boolean('skip_scan').notNull(),
    createdBy: integer('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('attachment_runnable')
      .on(table.scriptId)
      .where(sql`${table.role} = 'RUNNABLE'`),
    uniqueIndex('attachment_icon')
      .on(table.scriptId)
      .where(sql`${table.role} = 'ICON'`),
    index('attachment_script').on(table.scriptId),
    index('attachment_content').on(table.sha256),
    index('attachment_scan').on(table.scan),
  ],
);
