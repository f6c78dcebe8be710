import { and, desc, eq, gt } from 'drizzle-orm';
import type { sessionCalls } from '#api/contract/session.ts';
import { signedIn } from '../access/signed-in.ts';
import { setUp } from '../accounts/first-admin.ts';
import { requestPasswordReset } from '../accounts/forgotten-password.ts';
import { rememberDevice } from '../accounts/known-device.ts';
import { readMe } from '../accounts/me.ts';
import { readMethods } from '../accounts/mfa-methods.ts';
import { changePassword, choosePassword } from '../accounts/own-password.ts';
import { saveProfile } from '../accounts/profile.ts';
import { beginTotp, confirmTotp, removeTotp } from '../accounts/second-factor.ts';
import { endSessions, SESSION_COOKIE } from '../accounts/sessions.ts';
import { confirmSignIn, provePassword, signIn, startSession } from '../accounts/sign-in.ts';
import { session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const sessionHandlers: Handlers<keyof typeof sessionCalls> = {
  // The gate before every call of the set-up answers 404 once it is done.
  readSetup: async () => ({ open: true }),
  readInstallation: async ({ services, actor }) => ({
    setUp: !(await services.setup.isOpen()),
    signedIn: actor.kind !== 'anonymous',
  }),
  setUp: (context, { body }) => setUp(context, body),
  readSession: (context) => readMe(context, signedIn(context.actor).userId),
  signIn: async (context, { body }) => ({ ...done, user: await signIn(context, body.email, body.password) }),
  confirmSignIn: async (context, { body }) => ({ ...done, user: await confirmSignIn(context, body) }),
  signOut: async (context, { body }) => {
    const { userId, sessionId } = signedIn(context.actor);
    if (body.fromAllSessions) await endSessions(context.db, userId);
    else if (sessionId !== undefined) await context.db.delete(session).where(eq(session.id, sessionId));
    context.cookies.clear(SESSION_COOKIE);
    await context.audit({
      action: 'SIGNED_OUT',
      entityType: 'USER',
      entityId: userId,
      summary: body.fromAllSessions ? 'Signed out everywhere' : 'Signed out',
    });
    await context.announce('session', [userId]);
    return done;
  },
  listSessions: async ({ db, actor, now }) => {
    const { userId, sessionId } = signedIn(actor);
    const rows = await db
      .select()
      .from(session)
      .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
      .orderBy(desc(session.lastSeenAt), desc(session.id));
    return rows.map(({ id, createdAt, lastSeenAt, ip, userAgent }) => ({
      id,
      current: id === sessionId,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      ip,
      userAgent,
    }));
  },
  endSession: async (context, { params: { id } }) => {
    const { userId, sessionId } = signedIn(context.actor);
    const ended = await context.db
      .delete(session)
      .where(and(eq(session.id, id), eq(session.userId, userId)))
      .returning({ id: session.id });
    if (ended.length === 0) throw new Refused('not_found');
    if (id === sessionId) context.cookies.clear(SESSION_COOKIE);
    await context.audit({ action: 'SESSION_ENDED', entityType: 'USER', entityId: userId, summary: 'Ended a session' });
    await context.announce('session', [userId]);
    return done;
  },
  provePassword: async (context, { body }) => ({ ...done, user: await provePassword(context, body.password) }),
  activate: (context, { body }) =>
    choosePassword(context, { ...body, purpose: 'ACTIVATION' }, async (tx, user) => {
      // A new password does not stand in for the second factor: such a user signs in with both.
      if ((await readMethods(tx.db, user)).length > 0) return { ...done, user: await readMe(tx, user.id) };
      return { ...done, user: await startSession(tx, user, false) };
    }),
  requestPasswordReset: async (context, { body }) => {
    await requestPasswordReset(context, body.email);
    return done;
  },
  resetPassword: (context, { body }) =>
    choosePassword(context, { ...body, purpose: 'RESET' }, async (tx, { id }) => {
      // The mailbox is theirs: strangers who guess at the account do not slow their sign-in.
      rememberDevice(tx, id);
      return done;
    }),
  saveProfile: async (context, { body }) => {
    await saveProfile(context, body);
    return { ...done, user: await readMe(context, signedIn(context.actor).userId) };
  },
  changePassword: async (context, { body }) => {
    await changePassword(context, body.currentPassword, body.newPassword);
    return done;
  },
  beginTotp: (context, { body }) => beginTotp(context, body.password),
  confirmTotp: async (context, { body }) => ({ ...done, recoveryCodes: await confirmTotp(context, body.code) }),
  removeTotp: async (context) => {
    await removeTotp(context);
    return done;
  },
};
