import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export type MailSecurity = 'NONE' | 'STARTTLS' | 'TLS';

/** The outgoing mail server that an administrator set up: one row, or none. */
export const outgoingMail = pgTable(
  'outgoing_mail',
  {
    id: integer('id').primaryKey().default(1),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    security: text('security').$type<MailSecurity>().notNull(),
    authRequired: boolean('auth_required').notNull(),
    username: text('username').notNull().default(''),
    /** Sealed; empty without a password. */
    password: text('password').notNull().default(''),
    senderName: text('sender_name').notNull().default(''),
    senderAddress: text('sender_address').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull().defaultNow(),
  },
  (table) => [check('outgoing_mail_is_one', sql`${table.id} = 1`)],
);
