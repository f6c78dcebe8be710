import { eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Me } from '#api/contract/session.ts';
import type { UserActor } from '../access/actor.ts';
import { appUser, session } from '../database/schema/core.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { readMe } from './me.ts';
import { attemptChallenge, beginChallenge, endChallenge, MFA_COOKIE, MFA_SECONDS } from './mfa-challenge.ts';
import { passwordMatches } from './passwords.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { SESSION_COOKIE, SESSION_DAYS } from './sessions.ts';
import { codeKey, countFailure, forgetFailures, refuseWhileBlocked, signInKey } from './throttle.ts';
import { takeTotpCode } from './totp.ts';

type UserRow = typeof appUser.$inferSelect;
type MeReply = Static<typeof Me>;

/** Signs a user in by email and password. Unknown email and wrong password look and last the same. */
export async function signIn(context: CallContext, email: string, password: string): Promise<MeReply> {
  const { db, now, ip } = context;
  const key = signInKey(email.trim(), ip);
  await refuseWhileBlocked(db, key, now);
  const [user] = await db
    .select()
    .from(appUser)
    .where(eq(sql`lower(${appUser.email})`, email.trim().toLowerCase()));
  if (!(await passwordMatches(password, user?.passwordHash)) || !user) {
    await countFailure(db, key, now);
    throw new Refused('incorrect_credentials', { keep: true });
  }
  if (!user.enabled) throw new Refused('account_disabled');
  await forgetFailures(db, key);
  if (user.totpEnabledAt) {
    context.cookies.set(MFA_COOKIE, await beginChallenge(db, user.id, now), { maxAgeSeconds: MFA_SECONDS });
    throw new Refused('MFA_REQUIRED', { keep: true });
  }
  return startSession(context, user, false);
}

/**
 * Takes a TOTP or recovery code: it ends a half-way sign-in, or, in a session, proves the second factor anew (step-up).
 */
export async function confirmSignIn(context: CallContext, code: string): Promise<MeReply> {
  const { db, now, actor, cookies } = context;
  const token = cookies.get(MFA_COOKIE);
  const challenged = token === undefined ? undefined : await attemptChallenge(db, token, now);
  const stepUp = challenged === undefined && actor.kind === 'user' && actor.sessionId !== undefined ? actor : undefined;
  const userId = challenged ?? stepUp?.userId;
  if (userId === undefined) {
    cookies.clear(MFA_COOKIE);
    throw new Refused('mfa_expired');
  }
  await refuseWhileBlocked(db, codeKey(userId), now);
  const [user] = await db.select().from(appUser).where(eq(appUser.id, userId));
  if (!user || !(await takeCode(context, user, code))) {
    await countFailure(db, codeKey(userId), now);
    throw new Refused('INCORRECT_MFA_CODE', { keep: true });
  }
  if (!user.enabled) throw new Refused('account_disabled');
  await forgetFailures(db, codeKey(userId));
  if (stepUp) return proveAgain(context, stepUp);
  if (token !== undefined) await endChallenge(db, token);
  cookies.clear(MFA_COOKIE);
  return startSession(context, user, true);
}

async function takeCode({ db, services, now }: CallContext, user: UserRow, code: string): Promise<boolean> {
  if (!user.totpSecret || !user.totpEnabledAt) return false;
  const plain = code.replace(/\s/g, '');
  if (await takeTotpCode(db, user.id, services.secrets.open(user.totpSecret), plain, now)) return true;
  return takeRecoveryCode(db, user.id, plain, now);
}

async function proveAgain(context: CallContext, { userId, sessionId }: UserActor): Promise<MeReply> {
  const { db, now } = context;
  if (sessionId !== undefined) await db.update(session).set({ mfaAt: now }).where(eq(session.id, sessionId));
  await context.audit({
    action: 'SECOND_FACTOR_SHOWN',
    entityType: 'USER',
    entityId: userId,
    summary: 'Confirmed with a second factor',
  });
  await context.announce('user', [userId]);
  return readMe(context, userId);
}

/** Begins a session of this user in the caller's browser; one that it had before ends. */
export async function startSession(
  context: CallContext,
  user: { id: number; firstName: string; lastName: string },
  secondFactorShown: boolean,
): Promise<MeReply> {
  const { db, services, actor, ip, userAgent, now } = context;
  if (actor.kind === 'user' && actor.sessionId !== undefined) {
    await db.delete(session).where(eq(session.id, actor.sessionId));
    await context.announce('session', [actor.userId]);
  }
  const token = await services.sessions.begin(db, { userId: user.id, ip, userAgent, now, secondFactorShown });
  context.cookies.set(SESSION_COOKIE, token, { maxAgeSeconds: SESSION_DAYS * 24 * 3600 });
  await context.audit({
    action: 'SIGNED_IN',
    entityType: 'USER',
    entityId: user.id,
    summary: 'Signed in',
    actor: { userId: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
  });
  return readMe(context, user.id);
}
