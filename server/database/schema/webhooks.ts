import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, custom, identity, revision, updatedAt } from './columns.ts';
import { attemptColumns } from './deliveries.ts';

export const webhook = pgTable('webhook', {
  id: identity(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  /** Sealed. */
  secret: text('secret').notNull(),
  events: text('events').array().notNull(),
  enabled: boolean('enabled').notNull().default(true),
  custom: custom(),
  revision: revision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: identity(),
    webhookId: integer('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id').notNull(),
    event: text('event').notNull(),
    /** The exact signed payload, so that every attempt sends the same bytes. */
    payload: text('payload').notNull(),
    ...attemptColumns(),
  },
  (table) => [
    index('webhook_delivery_due').on(table.state, table.nextAttemptAt),
    index('webhook_delivery_of').on(table.webhookId, table.id),
  ],
);
