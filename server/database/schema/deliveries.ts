import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identity, instant } from './columns.ts';

export type DeliveryState = 'pending' | 'delivered' | 'failed';
/** The columns that a delivery queue needs (`server/deliveries`). */
export const attemptColumns = () => ({
  createdAt: createdAt(),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull(),
  state: text('state').$type<DeliveryState>().notNull().default('pending'),
  /** Status of the HTTP response. */
  status: integer('status'),
  answer: text('answer'),
  error: text('error'),
  deliveredAt: instant('delivered_at'),
});

export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: identity(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Sealed, because it may contain an activation link; cleared once sent or dropped. */
    body: text('body').notNull(),
    /** The alert that the message is about, and the event; shown in the alert's timeline. */
    alertId: integer('alert_id'),
    alertNews: text('alert_news'),
    ...attemptColumns(),
  },
  (table) => [
    index('mail_outbox_alert').on(table.alertId),
    index('mail_outbox_due').on(table.state, table.nextAttemptAt),
  ],
);
