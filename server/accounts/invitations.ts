import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { invitation } from '../database/schema/core.ts';
import { hashToken, newToken } from './tokens.ts';

type Purpose = (typeof invitation.$inferSelect)['purpose'];

export const INVITATION_DAYS = 7;

/** Makes an activation link's token; earlier ones of the user stop working. */
export async function invite(db: Queries, userId: number, now: Date): Promise<string> {
  await db.delete(invitation).where(and(eq(invitation.userId, userId), eq(invitation.purpose, 'ACTIVATION')));
  return makeLink(db, userId, 'ACTIVATION', now, INVITATION_DAYS * 24 * 60);
}

/** Makes the token of a link by which its user chooses a password, once. */
export async function makeLink(
  db: Queries,
  userId: number,
  purpose: Purpose,
  now: Date,
  minutes: number,
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + minutes * 60_000);
  await db.insert(invitation).values({ userId, purpose, tokenHash: hashToken(token), createdAt: now, expiresAt });
  return token;
}

const open = (token: string, purpose: Purpose, now: Date) =>
  and(
    eq(invitation.tokenHash, hashToken(token)),
    eq(invitation.purpose, purpose),
    isNull(invitation.usedAt),
    gt(invitation.expiresAt, now),
  );

/** The user of a link that may still be used. */
export async function peekInvitation(
  db: Queries,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db
    .select({ userId: invitation.userId })
    .from(invitation)
    .where(open(token, purpose, now));
  return row?.userId;
}

/** Uses a link up; the answer is its user. */
export async function takeInvitation(
  db: Queries,
  token: string,
  purpose: Purpose,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db
    .update(invitation)
    .set({ usedAt: now })
    .where(open(token, purpose, now))
    .returning({ userId: invitation.userId });
  return row?.userId;
}

/** For the nightly clean-up. */
export async function dropOldInvitations(db: Queries, now: Date): Promise<void> {
  await db.delete(invitation).where(lt(invitation.expiresAt, now));
}
