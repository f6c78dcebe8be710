import { eq } from 'drizzle-orm';
import type { userCalls } from '#api/contract/users.ts';
import { signedIn } from '../access/signed-in.ts';
import { sendActivationLink } from '../accounts/activation-link.ts';
import { addApiKey, listApiKeys, removeApiKey } from '../accounts/api-keys.ts';
import {
  checkedUser,
  contentWith,
  lockUser,
  newContent,
  setGrants,
  userColumns,
  withUniqueEmail,
} from '../accounts/save-user.ts';
import { endSessions } from '../accounts/sessions.ts';
import { listUsers, lockSysadmins, readUser, requireSysadmin } from '../accounts/users.ts';
import { appUser } from '../database/schema/core.ts';
import { Refused, type CallContext, type Handlers } from '../http/handler.ts';
import { requireAnswers } from '../http/require-fields.ts';

export const userHandlers: Handlers<keyof typeof userCalls> = {
  listUsers: ({ db }, { query }) => listUsers(db, query.userType),
  readUser: ({ db }, { params }) => readUser(db, params.id),
  addUser: async (context, { body }) => {
    const { db, now } = context;
    const input = checkedUser(context, body);
    const [added] = await withUniqueEmail(() =>
      db
        .insert(appUser)
        .values({
          ...userColumns(input),
          content: contentWith(newContent, input.content),
          createdAt: now,
          updatedAt: now,
        })
        .returning({ id: appUser.id }),
    );
    if (!added) throw new Error('The user was not stored');
    await setGrants(db, added.id, input.grants);
    const { activationLink } = await sendActivationLink(context, { ...input, id: added.id });
    await context.audit({
      action: 'USER_CREATED',
      entityType: 'USER',
      entityId: added.id,
      summary: `Added user ${input.email}`,
      detail: { sysadmin: input.sysadmin ?? false, grants: input.grants ?? [] },
    });
    await changed(context, added.id, 'added');
    return { resultCode: 'SUCCESS', appuser: await readUser(db, added.id), activationLink };
  },
  saveUser: async (context, { params: { id }, body }) => {
    const { db, now } = context;
    const input = checkedUser(context, body);
    await lockSysadmins(db);
    const { content } = await lockUser(db, id);
    const before = await readUser(db, id);
    await withUniqueEmail(() =>
      db
        .update(appUser)
        .set({ ...userColumns(input), content: contentWith(content, input.content), updatedAt: now })
        .where(eq(appUser.id, id)),
    );
    await setGrants(db, id, input.grants);
    await requireSysadmin(db);
    if (input.enabled === false) await signedOut(context, id);
    const after = await readUser(db, id);
    await context.audit({
      action: 'USER_UPDATED',
      entityType: 'USER',
      entityId: id,
      summary: `Changed user ${after.email}`,
      detail: { before: auditable(before), after: auditable(after) },
    });
    await changed(context, id, 'changed');
    return { resultCode: 'SUCCESS', appuser: after };
  },
  removeUser: async (context, { params: { id } }) => {
    const { db, actor } = context;
    if (signedIn(actor).userId === id) throw new Refused('cannot_delete_own_account');
    await lockSysadmins(db);
    const { email } = await lockUser(db, id);
    await db.delete(appUser).where(eq(appUser.id, id));
    await requireSysadmin(db);
    await context.audit({ action: 'USER_DELETED', entityType: 'USER', entityId: id, summary: `Deleted user ${email}` });
    await context.announce('session', [id]);
    await changed(context, id, 'removed');
    return { resultCode: 'SUCCESS' };
  },
  inviteUser: async (context, { params: { id } }) => {
    const user = await lockUser(context.db, id);
    const sent = await sendActivationLink(context, user);
    await context.audit({
      action: 'USER_INVITED',
      entityType: 'USER',
      entityId: id,
      summary: `Made an activation link for ${user.email}`,
    });
    return { resultCode: 'SUCCESS', ...sent };
  },
  listApiKeys: ({ db, actor }) => listApiKeys(db, signedIn(actor).userId),
  addApiKey: async (context, { body }) => {
    const actor = signedIn(context.actor);
    // A key that leaked must not be able to make others that outlive it.
    if (actor.sessionId === undefined) throw new Refused('forbidden');
    const name = body.name.trim();
    requireAnswers(context.services.screens.check('profile', 'api-key', { name }));
    const { apikeypair, secret } = await addApiKey(context.db, actor.userId, name, context.now);
    await context.audit({
      action: 'API_KEY_CREATED',
      entityType: 'API_KEY',
      entityId: apikeypair.id,
      summary: `Made the API key “${name}”`,
    });
    return { resultCode: 'SUCCESS', apikeypair, secret };
  },
  removeApiKey: async (context, { params: { id } }) => {
    const { userId } = signedIn(context.actor);
    const name = await removeApiKey(context.db, userId, id);
    await context.audit({
      action: 'API_KEY_DELETED',
      entityType: 'API_KEY',
      entityId: id,
      summary: `Ended the API key “${name}”`,
    });
    await context.announce('session', [userId]);
    return { resultCode: 'SUCCESS' };
  },
};

async function signedOut(context: CallContext, userId: number): Promise<void> {
  await endSessions(context.db, userId);
  await context.announce('session', [userId]);
}

async function changed(context: CallContext, id: number, change: 'added' | 'changed' | 'removed'): Promise<void> {
  await context.services.webhooks.queue(context.db, 'user.changed', { id, change }, context.now);
  await context.announce('user', [id]);
}

function auditable({
  email,
  firstName,
  lastName,
  sysadmin,
  enabled,
  userType,
  grants,
  content,
}: Awaited<ReturnType<typeof readUser>>) {
  return { email, firstName, lastName, sysadmin, enabled, userType, ...content, grants };
}
