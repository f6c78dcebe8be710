import { eq } from 'drizzle-orm';
import { signedIn } from '../access/signed-in.ts';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/organizations.ts';
import { appUser, recoveryCode, securityKey, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { MfaType } from '#api/contract/mfa.ts';
import type { CallContext, OwnTransactions, WriteContext } from '../context.ts';
import { lockChecked, requirePassword } from './own-password.ts';
import { readMethods } from './mfa-methods.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { lockUser } from './save-user.ts';
import { endSessions } from './sessions.ts';
import { forgetTextCode } from './text-code.ts';
import { codeKey, forgiveAttempt, takeAttempt } from './throttle.ts';
import { newTotp, takeTotpCode } from './totp.ts';

/** Starts enrolment: stores a secret that takes effect after confirmation. Starting again replaces the secret. */
export async function beginTotp(context: OwnTransactions, password: string) {
  const { services } = context;
  const checked = await requirePassword(context, password, '/password');
  return context.transaction(async (tx) => {
    const { db } = tx;
    const user = await lockChecked(tx, checked);
    if (user.totpEnabledAt) throw new Refused('totp_already_enabled');
    const [own] = await db.select({ name: division.name }).from(division).where(eq(division.id, 1));
    const totp = await newTotp(user.email, own ? `Cairn ${own.name}` : 'Cairn');
    await db
      .update(appUser)
      .set({ totpSecret: services.secrets.seal(totp.secret), totpLastStep: null })
      .where(eq(appUser.id, user.id));
    await tx.audit({
      action: 'TOTP_BEGUN',
      entityType: 'USER',
      entityId: user.id,
      summary: 'Began to set up an authenticator app',
    });
    return totp;
  });
}

/** Completes enrolment with a first code and revokes the user's other sessions. Returns the recovery codes. */
export async function confirmTotp(context: WriteContext & Pick<CallContext, 'ip'>, code: string): Promise<string[]> {
  const { db, services, now } = context;
  const actor = signedIn(context.actor);
  const user = await lockUser(db, actor.userId);
  if (user.totpEnabledAt) throw new Refused('totp_already_enabled');
  if (!user.totpSecret) throw new Refused('totp_not_enabled');
  await takeAttempt(db, [codeKey(user.id)], now);
  if (!(await takeTotpCode(db, user.id, services.secrets.open(user.totpSecret), code.replace(/\s/g, ''), now))) {
    services.failedAttempts.note({ kind: 'SECOND_FACTOR_FAILED', user, ip: context.ip });
    throw new Refused('INCORRECT_MFA_CODE', { keep: true });
  }
  await forgiveAttempt(db, [codeKey(user.id)]);
  await db.update(appUser).set({ totpEnabledAt: now, updatedAt: now }).where(eq(appUser.id, user.id));
  if (actor.sessionId !== undefined)
    await db.update(session).set({ mfaAt: now }).where(eq(session.id, actor.sessionId));
  await recordChange(context, 'TOTP_ENABLED', 'Set up an authenticator app');
  return renewRecoveryCodes(db, user.id);
}

/** Removes the caller's authenticator app, which the call's step-up has verified, and revokes their other sessions. */
export async function removeTotp(context: WriteContext): Promise<void> {
  const user = await lockUser(context.db, signedIn(context.actor).userId);
  if (!user.totpEnabledAt) throw new Refused('totp_not_enabled');
  await clearTotp(context.db, user.id, context.now);
  await dropUnusedCodes(context.db, user.id, await readMethods(context.db, { ...user, totpEnabledAt: null }));
  await recordChange(context, 'TOTP_REMOVED', 'Removed the authenticator app');
}

/** Removes every second factor of another user who lost it, revokes their sessions and notifies them by mail. */
export async function resetSecondFactor(context: WriteContext, userId: number): Promise<void> {
  const { db, services, now } = context;
  if (signedIn(context.actor).userId === userId) throw new Refused('cannot_reset_own_account');
  const user = await lockUser(db, userId);
  if ((await readMethods(db, user)).length === 0) throw new Refused('totp_not_enabled');
  await clearSecondFactors(db, userId, now);
  await endSessions(db, userId);
  const text = [
    `Hello ${user.firstName},`,
    `${signedIn(context.actor).name} removed the second factors of your Cairn account, so your password alone signs you in now.`,
    'Set up a new one on your profile page. If you did not ask for this, tell your administrator at once.',
  ].join('\n\n');
  await services.mailer.queue(db, { to: user.email, subject: 'Your second factor was removed', text }, now);
  await context.audit({
    action: 'SECOND_FACTOR_RESET',
    entityType: 'USER',
    entityId: userId,
    summary: `Removed the second factor of ${user.email}`,
  });
  await context.announce('session', [userId]);
  await context.announce('user', [userId]);
}

/** Deletes the authenticator app's secret, the security keys, the phone number and the recovery codes. */
export async function clearSecondFactors(db: Queries, userId: number, now: Date): Promise<void> {
  await clearTotp(db, userId, now);
  await db.delete(securityKey).where(eq(securityKey.userId, userId));
  await db.update(appUser).set({ textPhone: null }).where(eq(appUser.id, userId));
  await forgetTextCode(db, userId);
  await dropUnusedCodes(db, userId, []);
}

/** Recovery codes go with the last second factor. `left`: those that the user still has. */
export async function dropUnusedCodes(db: Queries, userId: number, left: readonly MfaType[]): Promise<void> {
  if (left.length === 0) await db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
}

async function clearTotp(db: Queries, userId: number, now: Date): Promise<void> {
  await db
    .update(appUser)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null, updatedAt: now })
    .where(eq(appUser.id, userId));
}

/** Records a change of the caller's second factors and revokes their other sessions. */
export async function recordChange(context: WriteContext, action: string, summary: string): Promise<void> {
  const { userId, sessionId } = signedIn(context.actor);
  await endSessions(context.db, userId, sessionId);
  await context.audit({ action, entityType: 'USER', entityId: userId, summary });
  await context.announce('session', [userId]);
  await context.announce('user', [userId]);
}
