import { eq } from 'drizzle-orm';
import type { ErrorCode } from '#api/contract/errors.ts';
import { signedIn } from '../access/signed-in.ts';
import { appUser, invitation, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { CallContext, OwnTransactions } from '../context.ts';
import { endApiKeys } from './api-keys.ts';
import { checkPassword } from './check-password.ts';
import { peekInvitation, takeInvitation } from './invitations.ts';
import { requireStrongPassword } from './password-rule.ts';
import { hashPassword } from './passwords.ts';
import { lockUser, readStoredUser } from './save-user.ts';
import { endSessions } from './sessions.ts';
import { passwordKey } from './throttle.ts';

type UserRow = typeof appUser.$inferSelect;

/** Asks the signed-in user for the password. @throws Refused `incorrect_password` on `pointer`, `rate_limited` */
export async function requirePassword(context: OwnTransactions, password: string, pointer: string): Promise<UserRow> {
  const { db, now, ip, services } = context;
  const user = await readStoredUser(db, signedIn(context.actor).userId);
  const keys = [passwordKey(user.id)];
  if (await checkPassword({ db, now, keys, password, stored: user.passwordHash })) return user;
  services.failedAttempts.note({ kind: 'PASSWORD_FAILED', user, ip });
  throw new Refused('incorrect_password', { fields: { [pointer]: 'The current password is not correct.' } });
}

/** Locks and reads the user's current row. @throws Refused `code` when the password changed since it was checked */
export async function lockChecked(
  { db }: Pick<CallContext, 'db'>,
  checked: UserRow,
  code: ErrorCode = 'incorrect_password',
): Promise<UserRow> {
  const user = await lockUser(db, checked.id);
  if (user.passwordHash !== checked.passwordHash) throw new Refused(code);
  return user;
}

/** Changes the password, and revokes the user's other sessions, API keys and unused links. */
export async function changePassword(context: OwnTransactions, current: string, wanted: string): Promise<void> {
  const checked = await requirePassword(context, current, '/currentPassword');
  requireStrongPassword(wanted, checked.email, '/newPassword');
  const passwordHash = await hashPassword(wanted);
  const { userId, sessionId } = signedIn(context.actor);
  await context.transaction(async (tx) => {
    await lockChecked(tx, checked);
    await storePassword(tx, userId, passwordHash, sessionId);
    if (sessionId !== undefined)
      await tx.db.update(session).set({ passwordAt: tx.now }).where(eq(session.id, sessionId));
    await tx.audit({
      action: 'PASSWORD_CHANGED',
      entityType: 'USER',
      entityId: userId,
      summary: 'Changed their password',
    });
    await tx.announce('session', [userId]);
  });
}

/**
 * Sets a password through a link and marks the link as used; revokes the sessions and API keys of the former password. `after` builds the
 * reply, in the same transaction.
 */
export async function choosePassword<Reply>(
  context: OwnTransactions,
  { token, password, purpose }: { token: string; password: string; purpose: 'ACTIVATION' | 'RESET' },
  after: (tx: CallContext, user: UserRow) => Promise<Reply>,
): Promise<Reply> {
  const found = await peekInvitation(context.db, token, purpose, context.now);
  const known = found === undefined ? undefined : await readStoredUser(context.db, found);
  if (!known?.enabled) throw new Refused('activation_link_incorrect');
  requireStrongPassword(password, known.email, '/password');
  const passwordHash = await hashPassword(password);
  return context.transaction(async (tx) => {
    const userId = await takeInvitation(tx.db, token, purpose, tx.now);
    const user = userId === undefined ? undefined : await lockUser(tx.db, userId);
    if (!user?.enabled) throw new Refused('activation_link_incorrect');
    await storePassword(tx, user.id, passwordHash);
    await tx.audit({
      action: purpose === 'RESET' ? 'PASSWORD_RESET' : 'USER_ACTIVATED',
      entityType: 'USER',
      entityId: user.id,
      summary: purpose === 'RESET' ? 'Chose a new password by a reset link' : 'Chose a password by an activation link',
      actor: { userId: user.id, name: `${user.firstName} ${user.lastName}`.trim() },
    });
    await tx.announce('session', [user.id]);
    await tx.announce('user', [user.id]);
    return after(tx, user);
  });
}

/** Stores a password, and revokes every credential of the former one. */
async function storePassword(
  { db, now }: Pick<CallContext, 'db' | 'now'>,
  userId: number,
  passwordHash: string,
  exceptSessionId?: number,
): Promise<void> {
  await db.update(appUser).set({ passwordHash, updatedAt: now }).where(eq(appUser.id, userId));
  await db.delete(invitation).where(eq(invitation.userId, userId));
  await endSessions(db, userId, exceptSessionId);
  await endApiKeys(db, userId);
}
