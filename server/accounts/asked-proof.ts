import type { CallContext } from '../context.ts';
import type { ChallengeHolder } from './key-challenge.ts';
import { MFA_COOKIE, peekChallenge } from './mfa-challenge.ts';

/** Whose second factor is asked for: a sign-in that waits for it goes before the session of the same browser. */
export async function askedProof({
  db,
  actor,
  cookies,
  now,
}: Pick<CallContext, 'db' | 'actor' | 'cookies' | 'now'>): Promise<
  { userId: number; holder: ChallengeHolder } | undefined
> {
  const mfaToken = cookies.get(MFA_COOKIE);
  const userId = mfaToken === undefined ? undefined : await peekChallenge(db, mfaToken, now);
  if (userId !== undefined && mfaToken !== undefined) return { userId, holder: { mfaToken } };
  if (actor.kind !== 'user' || actor.sessionId === undefined) return undefined;
  return { userId: actor.userId, holder: { sessionId: actor.sessionId } };
}
