import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { invitation } from '../database/schema/users.ts';
import { hashToken, newToken } from './tokens.ts';

type Purpose = (typeof invitation.$inferSelect)['purpose'];

export const INVITATION_DAYS = 7;

/** Creates the token of an activation link, and invalidates the user's earlier ones. */
export async function invite(db: Queries, userId: number, now: Date): Promise<string> {
  await db.delete(invitation).where(and(eq(invitation.userId, userId), eq(invitation.purpose, 'ACTIVATION')));
  return makeLink(db, userId, 'ACTIVATION', now, INVITATION_DAYS * 24 * 60);
}

/** Creates the token of a single-use link with which the user chooses a password. */
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

/** The user of a link that is unused and not expired. */
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

/** Marks a link as used; returns its user. */
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
