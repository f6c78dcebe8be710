import { and, eq, gt } from 'drizzle-orm';
import { isIP } from 'node:net';
import type { Queries } from '../database/database.ts';
import { mfaChallenge, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { hashToken } from './tokens.ts';

/** How long a challenge may be answered, in milliseconds. */
export const CHALLENGE_MS = 300_000;

/** Where a challenge is kept: with a pending sign-in, by its cookie, or with a session. */
export type ChallengeHolder = { mfaToken: string } | { sessionId: number };

/** The holder as a text, without the token of a sign-in. */
export function holderName(holder: ChallengeHolder): string {
  return 'sessionId' in holder ? `session ${holder.sessionId}` : `sign-in ${hashToken(holder.mfaToken)}`;
}

/** Stores the challenge in place of an earlier one. */
export async function keepChallenge(db: Queries, holder: ChallengeHolder, challenge: string, now: Date): Promise<void> {
  const kept = { keyChallenge: challenge, keyChallengeAt: now };
  if ('sessionId' in holder) await db.update(session).set(kept).where(eq(session.id, holder.sessionId));
  else
    await db
      .update(mfaChallenge)
      .set(kept)
      .where(eq(mfaChallenge.tokenHash, hashToken(holder.mfaToken)));
}

/** The holder's challenge if it is fresh, once: whoever takes it first has it. */
export async function takeChallenge(db: Queries, holder: ChallengeHolder, now: Date): Promise<string | undefined> {
  const since = new Date(now.getTime() - CHALLENGE_MS);
  const [table, own] =
    'sessionId' in holder
      ? ([session, eq(session.id, holder.sessionId)] as const)
      : ([mfaChallenge, eq(mfaChallenge.tokenHash, hashToken(holder.mfaToken))] as const);
  const [row] = await db
    .select({ challenge: table.keyChallenge })
    .from(table)
    .where(and(own, gt(table.keyChallengeAt, since)))
    .for('update');
  await db.update(table).set({ keyChallenge: null, keyChallengeAt: null }).where(own);
  return row?.challenge ?? undefined;
}

/**
 * What security keys sign for: the host and the origin of the configured address. WebAuthn works at https addresses with a name,
 * and at localhost. @throws Refused `security_keys_unavailable`
 */
export function relyingParty(publicUrl: string): { rpId: string; origin: string } {
  const { hostname, protocol, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal))
    throw new Refused('security_keys_unavailable');
  return { rpId: hostname, origin };
}
