import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { createdAt, identity } from './columns.ts';

/** The stored reply of a mutating call by its `Idempotency-Key`. `userId` is 0 for calls without a signed-in user. */
export const idempotency = pgTable(
  'idempotency',
  {
    id: identity(),
    userId: integer('user_id').notNull(),
    key: text('key').notNull(),
    call: text('call').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    /** Sealed JSON: some replies carry a secret that is shown once. */
    reply: text('reply').notNull(),
    /** The organizations that the call changed: a user who has lost access to one of them gets no replay. */
    organizationIds: integer('organization_ids')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (table) => [unique('idempotency_once').on(table.userId, table.key), index('idempotency_age').on(table.createdAt)],
);
