import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, identity, lower, revision, updatedAt } from './columns.ts';
import { deletionId } from './deletion.ts';

/** A ticket template of the division (F21-08). While there are some, one is the default. */
export const ticketTemplate = pgTable(
  'ticket_template',
  {
    id: identity(),
    name: text('name').notNull(),
    /** The body of a ticket. */
    content: text('content').notNull(),
    isDefault: boolean('is_default').notNull(),
    /** Goes into the title of a ticket; may be empty. */
    ticketTitleCustomText: text('ticket_title_custom_text').notNull(),
    deletionId: deletionId(),
    revision: revision(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('ticket_template_name')
      .on(lower(table.name))
      .where(sql`${table.deletionId} is null`),
    uniqueIndex('ticket_template_default')
      .on(table.isDefault)
      .where(sql`${table.isDefault}`),
    index('ticket_template_deletion')
      .on(table.deletionId)
      .where(sql`${table.deletionId} is not null`),
  ],
);
