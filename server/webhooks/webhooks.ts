import { createHmac, randomUUID } from 'node:crypto';
import { and, arrayContains, asc, eq, lt, lte, ne } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { WebhookEvent } from '#api/contract/system.ts';
import type { Database, Queries } from '../database/database.ts';
import { webhook, webhookDelivery } from '../database/schema/core.ts';
import type { Secrets } from '../secrets.ts';

type EventName = Static<typeof WebhookEvent>;

/** Sends one request over the server's door to the outside; any status is an answer, a failure rejects with words for people. */
export type SendRequest = (request: {
  url: string;
  headers: Record<string, string>;
  body: string;
}) => Promise<{ status: number }>;

export interface Webhooks {
  /** Queues an event for every webhook that asked for it, in the transaction of what it tells of. */
  queue(db: Queries, event: EventName, data: Record<string, unknown>, now: Date): Promise<void>;
  /** Sends a `test` event at once, outside any transaction; a failure is tried again like any other. The answer is the delivery's id. */
  test(webhookId: number, now: Date): Promise<number>;
  /** Sends what is due, for the `deliver_webhooks` job; safe to run in several processes. Answers how many were delivered. */
  deliverDue(now?: Date): Promise<number>;
}

const BATCH = 50;
const MOST_ATTEMPTS = 8;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 3600;
/** A claimed delivery is due again after this, should its process die while sending. */
const LEASE_SECONDS = 60;
const KEPT_DAYS = 30;

export function createWebhooks(options: {
  database: Database;
  secrets: Secrets;
  send: SendRequest;
  /** Starts the `deliver_webhooks` job when the caller's transaction commits; without it an event waits for the next minute. */
  wake?: (db: Queries) => Promise<void>;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): Webhooks {
  const { database, secrets, send, warn } = options;

  async function deliver(id: number, now: Date): Promise<boolean> {
    const lease = new Date(now.getTime() + LEASE_SECONDS * 1000);
    const [row] = await database
      .update(webhookDelivery)
      .set({ nextAttemptAt: lease })
      .where(
        and(eq(webhookDelivery.id, id), eq(webhookDelivery.state, 'pending'), lte(webhookDelivery.nextAttemptAt, now)),
      )
      .returning();
    if (!row) return false;
    const [target] = await database.select().from(webhook).where(eq(webhook.id, row.webhookId));
    if (!target) return false;
    const attempts = row.attempts + 1;
    let status: number | null = null;
    let error: string | null = null;
    try {
      const headers = signedHeaders(secrets.open(target.secret), row, now);
      ({ status } = await send({ url: target.url, headers, body: row.payload }));
      if (status < 200 || status > 299) error = `The receiver answered ${status}.`;
    } catch (cause) {
      error = cause instanceof Error ? cause.message.slice(0, 500) : 'unknown';
    }
    const delivered = error === null;
    const gaveUp = !delivered && attempts >= MOST_ATTEMPTS;
    const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** row.attempts, LONGEST_WAIT_SECONDS);
    await database
      .update(webhookDelivery)
      .set({
        attempts,
        status,
        error,
        state: delivered ? 'delivered' : gaveUp ? 'failed' : 'pending',
        deliveredAt: delivered ? now : null,
        nextAttemptAt: new Date(now.getTime() + wait * 1000),
      })
      .where(eq(webhookDelivery.id, id));
    if (gaveUp) warn({ delivery: id, webhook: target.id, error }, 'webhook delivery given up');
    return delivered;
  }

  return {
    async queue(db, event, data, now) {
      const targets = await db
        .select({ id: webhook.id })
        .from(webhook)
        .where(and(eq(webhook.enabled, true), arrayContains(webhook.events, [event])));
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
        .values({ webhookId, eventId, event: 'test', payload, createdAt: now, nextAttemptAt: now })
        .returning({ id: webhookDelivery.id });
      if (!row) throw new Error('The delivery was not stored');
      await deliver(row.id, now);
      return row.id;
    },
    async deliverDue(now = new Date()) {
      const due = await database
        .select({ id: webhookDelivery.id })
        .from(webhookDelivery)
        .where(and(eq(webhookDelivery.state, 'pending'), lte(webhookDelivery.nextAttemptAt, now)))
        .orderBy(asc(webhookDelivery.nextAttemptAt), asc(webhookDelivery.id))
        .limit(BATCH);
      const outcomes = await Promise.all(due.map(({ id }) => deliver(id, now)));
      return outcomes.filter(Boolean).length;
    },
  };
}

function payloadOf(id: string, event: string, data: Record<string, unknown>, at: Date): string {
  return JSON.stringify({ id, event, at: at.toISOString(), data });
}

/** The receiver recomputes HMAC-SHA256 over `<timestamp>.<body>` with the secret; the timestamp (seconds) bounds a replay. */
function signedHeaders(
  secret: string,
  delivery: { event: string; eventId: string; payload: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${delivery.payload}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Cairn',
    'cairn-event': delivery.event,
    'cairn-delivery': delivery.eventId,
    'cairn-timestamp': timestamp,
    'cairn-signature': `v1=${signature}`,
  };
}

/** For the nightly clean-up. */
export async function dropOldDeliveries(db: Queries, now: Date): Promise<void> {
  const old = new Date(now.getTime() - KEPT_DAYS * 24 * 3600 * 1000);
  await db.delete(webhookDelivery).where(and(ne(webhookDelivery.state, 'pending'), lt(webhookDelivery.createdAt, old)));
}
