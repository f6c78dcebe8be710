import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { mfaChallenge } from '../database/schema/users.ts';
import { hashToken, newToken } from './tokens.ts';

export const MFA_COOKIE = 'cairn_mfa';
export const MFA_SECONDS = 300;
const MOST_ATTEMPTS = 5;

/** Starts the second step of a sign-in; returns the cookie's value. */
export async function beginChallenge(db: Queries, userId: number, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + MFA_SECONDS * 1000);
  await db.insert(mfaChallenge).values({ userId, tokenHash: hashToken(token), createdAt: now, expiresAt });
  return token;
}

/** Counts an attempt; returns the user unless the challenge has expired or used up its attempts. */
export async function attemptChallenge(db: Queries, token: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(mfaChallenge)
    .set({ attempts: sql`${mfaChallenge.attempts} + 1` })
    .where(
      and(
        eq(mfaChallenge.tokenHash, hashToken(token)),
        gt(mfaChallenge.expiresAt, now),
        lt(mfaChallenge.attempts, MOST_ATTEMPTS),
      ),
    )
    .returning({ userId: mfaChallenge.userId });
  return row?.userId;
}

/** The user of a challenge that may still be attempted. */
export async function peekChallenge(db: Queries, token: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: mfaChallenge.userId })
    .from(mfaChallenge)
    .where(
      and(
        eq(mfaChallenge.tokenHash, hashToken(token)),
        gt(mfaChallenge.expiresAt, now),
        lt(mfaChallenge.attempts, MOST_ATTEMPTS),
      ),
    );
  return row?.userId;
}

export async function endChallenge(db: Queries, token: string): Promise<void> {
  await db.delete(mfaChallenge).where(eq(mfaChallenge.tokenHash, hashToken(token)));
}
