import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { plainText } from '../agents/plain-text.ts';
import type { Database, Queries } from '../database/database.ts';
import { mailOutbox } from '../database/schema/deliveries.ts';
import { webhookDelivery } from '../database/schema/webhooks.ts';
import { notificationDelivery } from '../database/schema/notifications.ts';
import type { Wake } from '../jobs/wake.ts';

/** The outcome of one attempt. Without `error` it was delivered. */
export interface Sent {
  /** Status of the HTTP response. */
  status: number | null;
  /** The receiver's reply text. */
  answer: string | null;
  error: string | null;
  /** `Retry-After` of the receiver (429, 503). */
  retryAfterSeconds?: number | undefined;
}

/** Sends the pending deliveries of a table: retries with exponential backoff, then gives up. Every attempt sends the same payload. */
export interface DeliveryQueue {
  /** Sends a new delivery that was stored as claimed, with `nextAttemptAt: leaseFrom(now)`. Returns whether it was delivered. */
  deliverNew(id: number, now: Date): Promise<boolean>;
  /** Sends due deliveries, for a job; safe to run in several processes. Returns how many were delivered. */
  deliverDue(now?: Date): Promise<number>;
}

/** Deliveries sent in parallel; bounds the load on a mail server or receiver. */
const BATCH = 20;
/** A job stops after this and leaves the rest to the next one. */
const LONGEST_RUN_MS = 30_000;
/** The last attempt is three and a half hours after the first, to survive an outage of the mail server. */
const MOST_ATTEMPTS = 12;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 3600;
/** A claimed delivery is due again after this, in case its process dies while sending. */
const LEASE_SECONDS = 120;
const KEPT_DAYS = 30;
const LONGEST_WORDS = 500;

/** Lease end for a delivery sent inline, so that the job does not pick it up. */
export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000);
}

export function createDeliveryQueue({
  database,
  table,
  send,
  afterLast,
  wake,
  warn,
}: {
  database: Database;
  /** A table with `attemptColumns`. */
  table: PgTable;
  /** Sends the delivery with this id once. A rejection counts as a failed attempt; undefined means that its target was deleted. */
  send(id: number, now: Date): Promise<Sent | undefined>;
  /** Further columns to set after the last attempt: `body = ''` erases a secret. */
  afterLast?: SQL;
  /** Runs the job when the next attempt is due; without it the attempt waits for the minutely job. */
  wake?: Wake | undefined;
  warn: (detail: Record<string, unknown>, words: string) => void;
}): DeliveryQueue {
  async function attempt(id: number, now: Date): Promise<Sent | undefined> {
    try {
      return await send(id, now);
    } catch (cause) {
      return { status: null, answer: null, error: cause instanceof Error ? cause.message : 'unknown' };
    }
  }

  async function deliver(id: number, now: Date): Promise<boolean> {
    const { rows } = await database.execute<{ attempts: number }>(sql`
      update ${table} set next_attempt_at = ${leaseFrom(now).toISOString()}
      where id = ${id} and state = 'pending' and next_attempt_at <= ${now.toISOString()} returning attempts`);
    const [claimed] = rows;
    return claimed !== undefined && deliverClaimed(id, claimed.attempts, now);
  }

  async function deliverClaimed(id: number, earlier: number, now: Date): Promise<boolean> {
    const sent = await attempt(id, now);
    if (!sent) return false;
    const attempts = earlier + 1;
    const delivered = sent.error === null;
    const gaveUp = !delivered && attempts >= MOST_ATTEMPTS;
    const wait = Math.max(FIRST_WAIT_SECONDS * 2 ** earlier, sent.retryAfterSeconds ?? 0);
    const next = after(now, Math.min(wait, LONGEST_WAIT_SECONDS));
    const last = (delivered || gaveUp) && afterLast ? sql`, ${afterLast}` : sql``;
    await database.execute(sql`
      update ${table} set attempts = ${attempts}, status = ${sent.status}, answer = ${cut(sent.answer)}, error = ${cut(sent.error)},
        state = ${delivered ? 'delivered' : gaveUp ? 'failed' : 'pending'}, delivered_at = ${delivered ? now.toISOString() : null},
        next_attempt_at = ${next}${last}
      where id = ${id}`);
    if (gaveUp) warn({ delivery: id, error: sent.error }, 'a delivery was given up');
    else if (!delivered) await wake?.(database, new Date(next));
    return delivered;
  }

  return {
    deliverNew: (id, now) => deliverClaimed(id, 0, now),
    async deliverDue(now = new Date()) {
      const end = performance.now() + LONGEST_RUN_MS;
      let delivered = 0;
      for (;;) {
        const { rows } = await database.execute<{ id: number }>(sql`
          select id from ${table} where state = 'pending' and next_attempt_at <= ${now.toISOString()}
          order by next_attempt_at, id limit ${BATCH}`);
        const outcomes = await Promise.all(rows.map(({ id }) => deliver(id, now)));
        delivered += outcomes.filter(Boolean).length;
        if (rows.length < BATCH || performance.now() > end) return delivered;
      }
    },
  };
}

/** Drops the pending deliveries of a disabled target. `target` is a condition on the table. */
export async function giveUpWaiting(db: Queries, table: PgTable, target: SQL): Promise<void> {
  await db.execute(sql`
    update ${table} set state = 'failed', error = 'Turned off before it was sent.' where state = 'pending' and ${target}`);
}

/** For the nightly clean-up. */
export async function dropOldDeliveries(db: Queries, now: Date): Promise<void> {
  const old = after(now, -KEPT_DAYS * 24 * 3600);
  for (const table of [mailOutbox, webhookDelivery, notificationDelivery])
    // A delivery is pending this long only if the mail server was removed from the settings.
    await db.execute(sql`
      delete from ${table} where created_at < ${old} and (state <> 'pending' or next_attempt_at < ${old})`);
}

function after(at: Date, seconds: number): string {
  return new Date(at.getTime() + seconds * 1000).toISOString();
}

/** Receivers control this text, so only one sanitized line of it is stored. */
function cut(words: string | null): string | null {
  return words === null ? null : plainText(words.slice(0, LONGEST_WORDS));
}
