import { eq } from 'drizzle-orm';
import { signedIn } from '../access/signed-in.ts';
import { appUser, division, recoveryCode, session } from '../database/schema/core.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { requirePassword } from './own-password.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { lockUser } from './save-user.ts';
import { endSessions } from './sessions.ts';
import { codeKey, countFailure, forgetFailures, refuseWhileBlocked } from './throttle.ts';
import { newTotp, takeTotpCode } from './totp.ts';

/** Begins enrolment: keeps a secret that is not in force yet. Begun again, the former secret is void. */
export async function beginTotp(context: CallContext, password: string) {
  const { db, services } = context;
  const user = await lockUser(db, signedIn(context.actor).userId);
  if (user.totpEnabledAt) throw new Refused('totp_already_enabled');
  await requirePassword(context, user, password, '/password');
  const [own] = await db.select({ name: division.name }).from(division).where(eq(division.id, 1));
  const totp = await newTotp(user.email, own ? `Cairn ${own.name}` : 'Cairn');
  await db
    .update(appUser)
    .set({ totpSecret: services.secrets.seal(totp.secret), totpLastStep: null })
    .where(eq(appUser.id, user.id));
  await context.audit({
    action: 'TOTP_BEGUN',
    entityType: 'USER',
    entityId: user.id,
    summary: 'Began to set up an authenticator app',
  });
  return totp;
}

/** Ends enrolment with a first code; the answer is the recovery codes. Ends every other session. */
export async function confirmTotp(context: CallContext, code: string): Promise<string[]> {
  const { db, services, now } = context;
  const actor = signedIn(context.actor);
  const user = await lockUser(db, actor.userId);
  if (user.totpEnabledAt) throw new Refused('totp_already_enabled');
  if (!user.totpSecret) throw new Refused('totp_not_enabled');
  await refuseWhileBlocked(db, codeKey(user.id), now);
  if (!(await takeTotpCode(db, user.id, services.secrets.open(user.totpSecret), code.replace(/\s/g, ''), now))) {
    await countFailure(db, codeKey(user.id), now);
    throw new Refused('INCORRECT_MFA_CODE', { keep: true });
  }
  await forgetFailures(db, codeKey(user.id));
  await db.update(appUser).set({ totpEnabledAt: now, updatedAt: now }).where(eq(appUser.id, user.id));
  if (actor.sessionId !== undefined)
    await db.update(session).set({ mfaAt: now }).where(eq(session.id, actor.sessionId));
  await changed(context, 'TOTP_ENABLED', 'Set up an authenticator app');
  return renewRecoveryCodes(db, user.id);
}

/** Removes the second factor. Ends every other session. */
export async function removeTotp(context: CallContext, password: string): Promise<void> {
  const { db, now } = context;
  const user = await lockUser(db, signedIn(context.actor).userId);
  if (!user.totpEnabledAt) throw new Refused('totp_not_enabled');
  await requirePassword(context, user, password, '/password');
  await db
    .update(appUser)
    .set({ totpSecret: null, totpEnabledAt: null, totpLastStep: null, updatedAt: now })
    .where(eq(appUser.id, user.id));
  await db.delete(recoveryCode).where(eq(recoveryCode.userId, user.id));
  await changed(context, 'TOTP_REMOVED', 'Removed the authenticator app');
}

async function changed(context: CallContext, action: string, summary: string): Promise<void> {
  const { userId, sessionId } = signedIn(context.actor);
  await endSessions(context.db, userId, sessionId);
  await context.audit({ action, entityType: 'USER', entityId: userId, summary });
  await context.announce('session', [userId]);
  await context.announce('user', [userId]);
}
