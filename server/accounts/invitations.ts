import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { invitation } from '../database/schema/core.ts';
import { hashToken, newToken } from './tokens.ts';

export const INVITATION_DAYS = 7;

/** Makes an activation link's token; earlier ones of the user stop working. */
export async function invite(db: Queries, userId: number, now: Date): Promise<string> {
  await db.delete(invitation).where(eq(invitation.userId, userId));
  const token = newToken();
  const expiresAt = new Date(now.getTime() + INVITATION_DAYS * 24 * 3600 * 1000);
  await db.insert(invitation).values({ userId, tokenHash: hashToken(token), createdAt: now, expiresAt });
  return token;
}

/** Uses a link up; the answer is its user. */
export async function takeInvitation(db: Queries, token: string, now: Date): Promise<number | undefined> {
  const [row] = await db
    .update(invitation)
    .set({ usedAt: now })
    .where(and(eq(invitation.tokenHash, hashToken(token)), isNull(invitation.usedAt), gt(invitation.expiresAt, now)))
    .returning({ userId: invitation.userId });
  return row?.userId;
}

/** For the nightly clean-up. */
export async function dropOldInvitations(db: Queries, now: Date): Promise<void> {
  await db.delete(invitation).where(lt(invitation.expiresAt, now));
}
