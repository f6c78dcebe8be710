import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { throttle } from '../database/schema/core.ts';
import type { Queries } from '../database/database.ts';
import { Refused } from '../http/handler.ts';
import { hashToken } from './tokens.ts';

const FREE_FAILURES = 5;
const FIRST_BLOCK_SECONDS = 60;
const LONGEST_BLOCK_SECONDS = 900;
/** Failures further apart than this do not add up. */
const MEMORY_SECONDS = 3600;

/** What attempts are counted by: the account and the address, so that a stranger cannot lock a person out. */
export const signInKey = (email: string, ip: string) => hashToken(`sign-in ${email.toLowerCase()} ${ip}`);
/** Whoever gets here has shown the password, so the account alone is counted. */
export const codeKey = (userId: number) => hashToken(`code ${userId}`);
export const passwordKey = (userId: number) => hashToken(`password ${userId}`);

/** @throws Refused `rate_limited` while the key is blocked. */
export async function refuseWhileBlocked(db: Queries, key: string, now: Date): Promise<void> {
  const [blocked] = await db
    .select({ until: throttle.blockedUntil })
    .from(throttle)
    .where(and(eq(throttle.key, key), gt(throttle.blockedUntil, now)));
  if (!blocked?.until) return;
  throw new Refused('rate_limited', { retryAfter: Math.ceil((blocked.until.getTime() - now.getTime()) / 1000) });
}

/** Counts a failure. From the fifth in a row on the key is blocked for a minute, then twice as long each time, up to 15 minutes. */
export async function countFailure(db: Queries, key: string, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - MEMORY_SECONDS * 1000);
  const [row] = await db
    .insert(throttle)
    .values({ key, failures: 1, lastFailureAt: now })
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        failures: sql`case when ${lt(throttle.lastFailureAt, forgotten)} then 1 else ${throttle.failures} + 1 end`,
        lastFailureAt: now,
      },
    })
    .returning({ failures: throttle.failures });
  const beyond = (row?.failures ?? 0) - FREE_FAILURES;
  if (beyond < 0) return;
  const seconds = Math.min(FIRST_BLOCK_SECONDS * 2 ** Math.min(beyond, 10), LONGEST_BLOCK_SECONDS);
  await db
    .update(throttle)
    .set({ blockedUntil: new Date(now.getTime() + seconds * 1000) })
    .where(eq(throttle.key, key));
}

export async function forgetFailures(db: Queries, key: string): Promise<void> {
  await db.delete(throttle).where(eq(throttle.key, key));
}

/** For the nightly clean-up. */
export async function dropOldFailures(db: Queries, now: Date): Promise<void> {
  await db.delete(throttle).where(lt(throttle.lastFailureAt, new Date(now.getTime() - 24 * 3600 * 1000)));
}
