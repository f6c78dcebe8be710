import { eq } from 'drizzle-orm';
import { signedIn } from '../access/signed-in.ts';
import { appUser, invitation } from '../database/schema/core.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { takeInvitation } from './invitations.ts';
import { requireStrongPassword } from './password-rule.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { lockUser } from './save-user.ts';
import { endSessions } from './sessions.ts';
import { countFailure, forgetFailures, passwordKey, refuseWhileBlocked } from './throttle.ts';

/** Asks for the user's own password again. @throws Refused `incorrect_password` on `pointer`, `rate_limited` */
export async function requirePassword(
  { db, now }: CallContext,
  user: { id: number; passwordHash: string | null },
  password: string,
  pointer: string,
): Promise<void> {
  const key = passwordKey(user.id);
  await refuseWhileBlocked(db, key, now);
  if (await passwordMatches(password, user.passwordHash)) return forgetFailures(db, key);
  await countFailure(db, key, now);
  throw new Refused('incorrect_password', {
    fields: { [pointer]: 'The current password is not correct.' },
    keep: true,
  });
}

/** Changes the password; every other session and every open activation link of the user ends. */
export async function changePassword(context: CallContext, current: string, wanted: string): Promise<void> {
  const { db } = context;
  const { userId, sessionId } = signedIn(context.actor);
  const user = await lockUser(db, userId);
  await requirePassword(context, user, current, '/currentPassword');
  requireStrongPassword(wanted, user.email, '/newPassword');
  await storePassword(context, userId, wanted);
  await db.delete(invitation).where(eq(invitation.userId, userId));
  await endSessions(db, userId, sessionId);
  await context.audit({
    action: 'PASSWORD_CHANGED',
    entityType: 'USER',
    entityId: userId,
    summary: 'Changed their password',
  });
  await context.announce('session', [userId]);
}

/** Chooses a password by an activation link, which is used up. Sessions under a former password end. */
export async function activate(context: CallContext, token: string, password: string) {
  const { db, now } = context;
  const userId = await takeInvitation(db, token, now);
  const user = userId === undefined ? undefined : await lockUser(db, userId);
  if (!user?.enabled) throw new Refused('activation_link_incorrect');
  requireStrongPassword(password, user.email, '/password');
  await storePassword(context, user.id, password);
  await endSessions(db, user.id);
  await context.audit({
    action: 'USER_ACTIVATED',
    entityType: 'USER',
    entityId: user.id,
    summary: 'Chose a password by an activation link',
    actor: { userId: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
  });
  await context.announce('session', [user.id]);
  await context.announce('user', [user.id]);
  return user;
}

async function storePassword({ db, now }: CallContext, userId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password);
  await db.update(appUser).set({ passwordHash, updatedAt: now }).where(eq(appUser.id, userId));
}
