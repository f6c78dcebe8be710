import { and, eq, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { MfaType } from '#api/contract/mfa.ts';
import type { Me } from '#api/contract/session.ts';
import { owedProof, type UserActor } from '../access/actor.ts';
import { signedIn } from '../access/signed-in.ts';
import { isStandingUser } from '../access/visibility.ts';
import { appUser, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { CallContext, OwnTransactions, WriteContext } from '../context.ts';
import { checkPassword } from './check-password.ts';
import { knownDevice, rememberDevice } from './known-device.ts';
import { holderName, type ChallengeHolder } from './key-challenge.ts';
import { takeKeyProof } from './key-proof.ts';
import { readMe } from './me.ts';
import { attemptChallenge, beginChallenge, endChallenge, MFA_COOKIE, MFA_SECONDS } from './mfa-challenge.ts';
import { readMethods } from './mfa-methods.ts';
import { lockChecked, requirePassword } from './own-password.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { SESSION_COOKIE, SESSION_DAYS } from './sessions.ts';
import { takeTextCode } from './text-code.ts';
import { codeKey, forgiveAttempt, signInKeys, takeAttempt } from './throttle.ts';
import { takeTotpCode } from './totp.ts';

type UserRow = typeof appUser.$inferSelect;
type MeReply = Static<typeof Me>;

/** Characters of a TOTP or recovery code, with spaces. */
const LONGEST_CODE = 64;

/** Signs a user in by email and password. An unknown email and a wrong password get the same reply after the same time. */
export async function signIn(context: OwnTransactions, email: string, password: string): Promise<MeReply> {
  const { db, now, ip, services } = context;
  const [user] = await db
    .select()
    .from(appUser)
    .where(and(eq(sql`lower(${appUser.email})`, email.trim().toLowerCase()), isStandingUser()));
  const keys = signInKeys(email, ip, knownDevice(context, user?.id));
  const matches = await noteThrottled(context, user, () =>
    checkPassword({ db, now, keys, password, stored: user?.passwordHash }),
  );
  if (!matches || !user) {
    services.failedAttempts.note({ kind: 'SIGN_IN_FAILED', user, ip });
    throw new Refused('incorrect_credentials');
  }
  return context.transaction(async (tx) => {
    const { enabled, totpEnabledAt, textPhone } = await lockChecked(tx, user, 'incorrect_credentials');
    if (!enabled) throw new Refused('account_disabled');
    const methods = await readMethods(tx.db, { id: user.id, totpEnabledAt, textPhone });
    if (methods.length === 0) return startSession(tx, user, false);
    tx.cookies.set(MFA_COOKIE, await beginChallenge(tx.db, user.id, now), { maxAgeSeconds: MFA_SECONDS });
    throw new Refused('MFA_REQUIRED', { keep: true, methods });
  });
}

async function noteThrottled<T>(
  { services, ip }: Pick<CallContext, 'services' | 'ip'>,
  user: { id: number; email: string } | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused && error.code === 'rate_limited')
      services.failedAttempts.note({ kind: 'SIGN_IN_THROTTLED', user, ip });
    throw error;
  }
}

export interface MfaCode {
  /** TOTP unless said. */
  type?: MfaType;
  code: string;
}

/**
 * Accepts a TOTP code, a code sent by text message, a recovery code or the proof of a security key: completes a pending sign-in or, within a session, proves
 * the second factor again (step-up).
 */
export async function confirmSignIn(
  context: WriteContext & Pick<CallContext, 'log' | 'ip' | 'userAgent' | 'cookies'>,
  given: MfaCode,
): Promise<MeReply> {
  const { db, now, actor, cookies, services, ip } = context;
  const token = cookies.get(MFA_COOKIE);
  const challenged = token === undefined ? undefined : await attemptChallenge(db, token, now);
  const stepUp = challenged === undefined && actor.kind === 'user' && actor.sessionId !== undefined ? actor : undefined;
  const userId = challenged ?? stepUp?.userId;
  if (userId === undefined) {
    cookies.clear(MFA_COOKIE);
    throw new Refused('mfa_expired');
  }
  const [user] = await db
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, userId), isStandingUser()));
  await noteThrottled(context, user, () => takeAttempt(db, [codeKey(userId)], now));
  const holder = challengeHolder(stepUp, token);
  if (!user || !(await takeSecondFactor(context, user, holder, given))) {
    services.failedAttempts.note({ kind: 'SECOND_FACTOR_FAILED', user, ip });
    throw new Refused('INCORRECT_MFA_CODE', { keep: true });
  }
  if (!user.enabled) throw new Refused('account_disabled');
  await forgiveAttempt(db, [codeKey(userId)]);
  if (stepUp) return proveSecondFactor(context, stepUp);
  if (token !== undefined) await endChallenge(db, token);
  cookies.clear(MFA_COOKIE);
  return startSession(context, user, true);
}

function challengeHolder(stepUp: UserActor | undefined, mfaToken: string | undefined): ChallengeHolder | undefined {
  if (stepUp?.sessionId !== undefined) return { sessionId: stepUp.sessionId };
  return mfaToken === undefined ? undefined : { mfaToken };
}

async function takeSecondFactor(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'log'>,
  user: UserRow,
  holder: ChallengeHolder | undefined,
  { type = 'TOTP', code }: MfaCode,
): Promise<boolean> {
  switch (type) {
    case 'U2F_TOKEN':
      return holder !== undefined && (await takeKeyProof(context, user.id, holder, code));
    case 'TOTP':
      return takeCode(context, user, code);
    case 'SMSOTP':
      return (
        (holder !== undefined && (await takeSent(context, user, holder, code))) || takeRecovery(context, user, code)
      );
    default:
      return unreachable(type);
  }
}

function unreachable(type: never): never {
  throw new Error(`there is no second factor "${String(type)}"`);
}

async function takeCode(
  context: Pick<CallContext, 'db' | 'services' | 'now'>,
  user: UserRow,
  code: string,
): Promise<boolean> {
  const { db, services, now } = context;
  const plain = plainCode(code);
  const secret = user.totpEnabledAt && user.totpSecret;
  if (secret && (await takeTotpCode(db, user.id, services.secrets.open(secret), plain, now))) return true;
  return takeRecovery(context, user, code);
}

/** A code that was sent for this sign-in or this session, to the number that the user has now. */
async function takeSent(
  { db, services, now }: Pick<CallContext, 'db' | 'services' | 'now'>,
  { id: userId, textPhone }: UserRow,
  holder: ChallengeHolder,
  code: string,
): Promise<boolean> {
  if (textPhone === null) return false;
  const given = { userId, holder: holderName(holder), code: plainCode(code) };
  return (await takeTextCode(db, services.secrets, given, now)) === textPhone;
}

function takeRecovery({ db, now }: Pick<CallContext, 'db' | 'now'>, { id }: UserRow, code: string): Promise<boolean> {
  return takeRecoveryCode(db, id, plainCode(code), now);
}

/** Without spaces; cut, as a longer one is none. */
const plainCode = (code: string): string => code.slice(0, LONGEST_CODE + 1).replace(/\s/g, '');

async function proveSecondFactor(context: WriteContext, { userId, sessionId }: UserActor): Promise<MeReply> {
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

/** Proves the password again (step-up). @throws Refused `MFA_REQUIRED` when a code is required as well */
export async function provePassword(context: OwnTransactions, password: string): Promise<MeReply> {
  const checked = await requirePassword(context, password, '/password');
  const actor = signedIn(context.actor);
  return context.transaction(async (tx) => {
    const { db, now } = tx;
    await lockChecked(tx, checked);
    if (actor.sessionId !== undefined)
      await db.update(session).set({ passwordAt: now }).where(eq(session.id, actor.sessionId));
    await tx.audit({
      action: 'PASSWORD_SHOWN',
      entityType: 'USER',
      entityId: actor.userId,
      summary: 'Confirmed with their password',
    });
    await tx.announce('user', [actor.userId]);
    const owed = owedProof({ ...actor, passwordProvenAt: now }, { stepUp: true }, now);
    if (owed) throw new Refused(owed, { keep: true, methods: actor.secondFactor?.methods ?? [] });
    return readMe(tx, actor.userId);
  });
}

/** Starts a session of this user in the caller's browser, and deletes the browser's previous session. */
export async function startSession(
  context: WriteContext & Pick<CallContext, 'ip' | 'userAgent' | 'cookies'>,
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
  rememberDevice(context, user.id);
  await context.audit({
    action: 'SIGNED_IN',
    entityType: 'USER',
    entityId: user.id,
    summary: 'Signed in',
    actor: { userId: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
  });
  return readMe(context, user.id);
}
