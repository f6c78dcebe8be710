import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { throttle } from '../database/schema/users.ts';
import type { Queries } from '../database/database.ts';
import { addressGroup } from './address-group.ts';
import { Refused } from '../refused.ts';
import { hashToken } from './tokens.ts';

/** How attempts under one key are throttled. */
interface Brake {
  /** Attempts without a success before the first wait. */
  free: number;
  /** The first wait; each further attempt doubles it. */
  firstSeconds: number;
  longestSeconds: number;
}

/** The key by which attempts are counted. */
export interface AttemptKey {
  key: string;
  brake: Brake;
}

const close: Brake = { free: 5, firstSeconds: 60, longestSeconds: 900 };
/** Against guesses from many addresses: they share a few attempts per hour, yet the owner is never locked out for long. */
const wide: Brake = { free: 20, firstSeconds: 10, longestSeconds: 300 };
const mails: Brake = { free: 3, firstSeconds: 1200, longestSeconds: 3600 };
/** Attempts further apart than this start a new count. */
const MEMORY_SECONDS = 3600;

const keyOf = (words: string, brake = close): AttemptKey => ({ key: hashToken(words), brake });

/**
 * A browser that signed in to this account before has its own count, so that attackers cannot throttle it. Others are
 * counted by account and address, and in total by account.
 */
export function signInKeys(email: string, ip: string, device: string | undefined): AttemptKey[] {
  const account = email.trim().toLowerCase();
  if (device !== undefined) return [keyOf(`device ${account} ${device}`)];
  return [keyOf(`sign-in ${account} ${addressGroup(ip)}`), keyOf(`account ${account}`, wide)];
}
/** The caller has already proved the password, so attempts are counted by account alone. */
export const codeKey = (userId: number): AttemptKey => keyOf(`code ${userId}`);
/** Reset links by mail: at most three an hour per account. */
export const resetKey = (userId: number): AttemptKey => keyOf(`reset ${userId}`, mails);
export const passwordKey = (userId: number): AttemptKey => keyOf(`password ${userId}`);

/** @throws Refused `rate_limited` while one of the keys is blocked */
export async function refuseWhileBlocked(db: Queries, keys: readonly AttemptKey[], now: Date): Promise<void> {
  const names = keys.map(({ key }) => key);
  const blocked = await db
    .select({ until: throttle.blockedUntil })
    .from(throttle)
    .where(and(inArray(throttle.key, names), gt(throttle.blockedUntil, now)));
  const until = Math.max(...blocked.map((row) => row.until?.getTime() ?? 0));
  if (blocked.length > 0) throw new Refused('rate_limited', { retryAfter: Math.ceil((until - now.getTime()) / 1000) });
}

/**
 * Counts an attempt before it is checked, so that parallel attempts get no more checks than sequential ones.
 * On success, call `forgiveAttempt`. @throws Refused `rate_limited`
 */
export async function takeAttempt(db: Queries, keys: readonly AttemptKey[], now: Date): Promise<void> {
  await refuseWhileBlocked(db, keys, now);
  for (const { key, brake } of keys) {
    const taken = await db
      .insert(throttle)
      .values({ key, failures: 1, lastFailureAt: now })
      .onConflictDoUpdate({
        target: throttle.key,
        set: { failures: countOf(now), lastFailureAt: now, blockedUntil: waitOf(brake, now) },
        setWhere: sql`${throttle.blockedUntil} is null or ${lte(throttle.blockedUntil, now)}`,
      })
      .returning({ key: throttle.key });
    if (taken.length === 0) throw new Refused('rate_limited', { retryAfter: brake.firstSeconds });
  }
}

function countOf(now: Date) {
  const forgotten = new Date(now.getTime() - MEMORY_SECONDS * 1000);
  return sql<number>`case when ${lt(throttle.lastFailureAt, forgotten)} then 1 else ${throttle.failures} + 1 end`;
}

function waitOf({ free, firstSeconds, longestSeconds }: Brake, now: Date) {
  const count = countOf(now);
  const seconds = sql`least(${firstSeconds}::float * power(2, least(${count} - ${free}, 12)), ${longestSeconds}::float)`;
  return sql`case when ${count} < ${free} then null else ${now.toISOString()}::timestamptz + ${seconds} * interval '1 second' end`;
}

/** Uncounts a successful attempt. The other attempts on the account stay counted. */
export async function forgiveAttempt(db: Queries, keys: readonly AttemptKey[]): Promise<void> {
  for (const { key, brake } of keys) {
    if (brake === close) await db.delete(throttle).where(eq(throttle.key, key));
    else
      await db
        .update(throttle)
        .set({ failures: sql`greatest(${throttle.failures} - 1, 0)` })
        .where(eq(throttle.key, key));
  }
}

/** For the nightly clean-up. */
export async function dropOldFailures(db: Queries, now: Date): Promise<void> {
  await db.delete(throttle).where(lt(throttle.lastFailureAt, new Date(now.getTime() - 24 * 3600 * 1000)));
}
