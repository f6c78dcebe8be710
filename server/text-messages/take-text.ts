import { and, desc, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { sentText, smsGateway } from '../database/schema/text-messages.ts';
import { Refused } from '../refused.ts';
import type { GatewayRow } from './gateway.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whoever gets messages paid by others asks for many: a user, and a number whoever asks, has few an hour and a day. */
const own = [
  { most: 6, span: HOUR_MS },
  { most: 20, span: DAY_MS },
] as const;

/**
 * Counts a message before it is sent, and answers with the gateway to send it by. The row of the gateway is locked until the
 * caller's transaction ends, so that messages asked for at once are counted one after the other. `userId`: who asked for a code.
 * @throws Refused `sms_gateway_missing`, `rate_limited`, `text_messages_exhausted`
 */
export async function takeText(
  db: Queries,
  { phone, userId }: { phone: string; userId?: number },
  now: Date,
): Promise<GatewayRow> {
  const [gateway] = await db.select().from(smsGateway).where(eq(smsGateway.id, 1)).for('no key update');
  if (!gateway) throw new Refused('sms_gateway_missing');
  if (userId !== undefined)
    for (const its of [eq(sentText.userId, userId), eq(sentText.phone, phone)])
      for (const { most, span } of own) {
        const retryAfter = await waitFor(db, its, { most, span }, now);
        if (retryAfter !== undefined)
          throw new Refused('rate_limited', {
            retryAfter,
            message: 'Too many text messages were sent. Use another way, or try again later.',
          });
      }
  const retryAfter = await waitFor(db, undefined, { most: gateway.hourlyLimit, span: HOUR_MS }, now);
  if (retryAfter !== undefined) throw new Refused('text_messages_exhausted', { retryAfter });
  await db.insert(sentText).values({ phone, createdAt: now, ...(userId !== undefined && { userId }) });
  return gateway;
}

/** Seconds until fewer than `most` messages were sent within `span` milliseconds; undefined when that is so now. */
async function waitFor(
  db: Queries,
  its: SQL | undefined,
  { most, span }: { most: number; span: number },
  now: Date,
): Promise<number | undefined> {
  const [last] = await db
    .select({ at: sentText.createdAt })
    .from(sentText)
    .where(and(its, gt(sentText.createdAt, new Date(now.getTime() - span))))
    .orderBy(desc(sentText.createdAt))
    .offset(most - 1)
    .limit(1);
  return last && Math.max(1, Math.ceil((last.at.getTime() + span - now.getTime()) / 1000));
}

/** For the hourly clean-up. */
export async function dropOldTexts(db: Queries, now: Date): Promise<void> {
  await db.delete(sentText).where(lt(sentText.createdAt, new Date(now.getTime() - DAY_MS)));
}
