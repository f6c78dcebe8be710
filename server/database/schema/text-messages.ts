import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, instant, updatedAt } from './columns.ts';
import { appUser } from './users.ts';

/** The SMS gateway that an administrator set up: one row, or none. */
export const smsGateway = pgTable(
  'sms_gateway',
  {
    id: integer('id').primaryKey().default(1),
    /** Without a slash at the end. */
    baseUrl: text('base_url').notNull(),
    accountSid: text('account_sid').notNull(),
    /** Sealed. */
    authToken: text('auth_token').notNull(),
    /** One of both, the other is empty: the number that messages are from, or the messaging service that chooses one. */
    fromNumber: text('from_number').notNull(),
    messagingServiceSid: text('messaging_service_sid').notNull(),
    /** At most so many messages in an hour, for everybody together. */
    hourlyLimit: integer('hourly_limit').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [check('sms_gateway_is_one', sql`${table.id} = 1`)],
);

/** The code that was sent to a user last; an earlier one does not work any more. */
export const textCode = pgTable('text_code', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => appUser.id, { onDelete: 'cascade' }),
  /** The pending sign-in, the session or the set-up that asked for the code, and alone may use it. */
  holder: text('holder').notNull(),
  /** E.164. */
  phone: text('phone').notNull(),
  /** HMAC-SHA-256 with a key of the installation: six digits are guessed from a plain hash. */
  codeHash: text('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
});

/** Text messages of the last day, to limit those of a user, of a number and of everybody. */
export const sentText = pgTable(
  'sent_text',
  {
    id: identity(),
    /** Null for an alert or a test, and once the user was deleted. */
    userId: integer('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    phone: text('phone').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('sent_text_at').on(table.createdAt)],
);
