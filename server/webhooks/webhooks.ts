import { randomUUID } from 'node:crypto';
import { and, arrayContains, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { WebhookEvent } from '#api/contract/webhooks.ts';
import type { Database, Queries } from '../database/database.ts';
import { webhook, webhookDelivery } from '../database/schema/webhooks.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { createDeliveryQueue, leaseFrom, type DeliveryQueue } from '../deliveries/delivery-queue.ts';
import type { SendRequest } from '../deliveries/send.ts';
import { payloadOf, sendSigned } from '../deliveries/signed-event.ts';
import type { Wake } from '../jobs/wake.ts';
import { Refused } from '../refused.ts';
import type { Secrets } from '../secrets.ts';

/** Whoever asks for `alert.reset` wants to know when an alert is over, so it hears of ends without a reset, too. */
type EventName = Static<typeof WebhookEvent> | 'alert.ended';

export interface Webhooks extends Pick<DeliveryQueue, 'deliverDue'> {
  /** Queues an event for every webhook that asked for it, in the transaction of what it tells of. */
  queue(db: Queries, event: EventName, data: Record<string, unknown>, now: Date): Promise<void>;
  /** Sends a `test` event at once, outside any transaction; a failure is retried like any other. Returns the delivery's id. @throws Refused `not_found` */
  test(webhookId: number, now: Date): Promise<number>;
}

export function createWebhooks(options: {
  database: Database;
  secrets: Secrets;
  send: SendRequest;
  /** Starts the `deliver_webhooks` job when the caller's transaction commits; without it an event waits for the next minute. */
  wake?: Wake;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): Webhooks {
  const { database, secrets, warn } = options;
  const { deliverNew, deliverDue } = createDeliveryQueue({
    database,
    table: webhookDelivery,
    wake: options.wake,
    warn,
    async send(id, now) {
      const [found] = await database
        .select({ delivery: webhookDelivery, target: webhook })
        .from(webhookDelivery)
        .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
        .where(eq(webhookDelivery.id, id));
      if (!found) return undefined;
      const { url, secret } = found.target;
      return sendSigned(options.send, { url, secret: secrets.open(secret) }, found.delivery, now);
    },
  });

  return {
    deliverDue,
    async queue(db, event, data, now) {
      const targets = await db
        .select({ id: webhook.id })
        .from(webhook)
        .where(
          and(
            eq(webhook.enabled, true),
            arrayContains(webhook.events, [event === 'alert.ended' ? 'alert.reset' : event]),
          ),
        );
      if (targets.length === 0) return;
      const eventId = randomUUID();
      const payload = payloadOf(eventId, event, data, now);
      await db
        .insert(webhookDelivery)
        .values(
          targets.map(({ id }) => ({ webhookId: id, eventId, event, payload, createdAt: now, nextAttemptAt: now })),
        );
      await options.wake?.(db);
    },
    async test(webhookId, now) {
      const eventId = randomUUID();
      const payload = payloadOf(eventId, 'test', { webhookId }, now);
      const [row] = await database
        .insert(webhookDelivery)
        .values({ webhookId, eventId, event: 'test', payload, createdAt: now, nextAttemptAt: leaseFrom(now) })
        .returning({ id: webhookDelivery.id })
        .catch((error: unknown) => {
          throw violatedForeignKey(error) === undefined ? error : new Refused('not_found', { cause: error });
        });
      if (!row) throw new Error('The delivery was not stored');
      await deliverNew(row.id, now);
      return row.id;
    },
  };
}
