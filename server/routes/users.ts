import { eq } from 'drizzle-orm';
import type { userCalls } from '#api/contract/users.ts';
import { changesOf } from '../audit/changes.ts';
import { signedIn } from '../access/signed-in.ts';
import { sendActivationLink } from '../accounts/activation-link.ts';
import { addApiKey, endApiKeys, listApiKeys, listEveryApiKey, removeApiKey } from '../accounts/api-keys.ts';
import {
  checkedUser,
  contentWith,
  lockUser,
  newContent,
  setGrants,
  userColumns,
  withUniqueEmail,
} from '../accounts/save-user.ts';
import { resetSecondFactor } from '../accounts/second-factor.ts';
import { endSessions } from '../accounts/sessions.ts';
import { listUsers, lockSysadmins, readUser, requireSysadmin } from '../accounts/users.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { requireAnswers } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';

export const userHandlers: Handlers<keyof typeof userCalls> = {
  listUsers: (context, { query }) => listUsers(context, query.userType),
  readUser: (context, { params }) => readUser(context, params.id),
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
    return { resultCode: 'SUCCESS', appuser: await readUser(context, added.id), activationLink };
  },
  saveUser: async (context, { params: { id }, body }) => {
    const { db, now } = context;
    await lockSysadmins(db);
    const stored = await lockUser(db, id);
    const { content, revision } = stored;
    const input = checkedUser(context, body, stored);
    const before = await readUser(context, id);
    await requireRevision(context, { entityType: 'USER', id, revision, current: async () => before });
    await withUniqueEmail(() =>
      db
        .update(appUser)
        .set({
          ...userColumns(input),
          content: contentWith(content, input.content),
          revision: nextRevision(appUser.revision),
          updatedAt: now,
        })
        .where(eq(appUser.id, id)),
    );
    await setGrants(db, id, input.grants);
    await requireSysadmin(db);
    if (input.enabled === false) await lockOut(context, id);
    const after = await readUser(context, id);
    await context.audit({
      action: 'USER_UPDATED',
      entityType: 'USER',
      entityId: id,
      summary: `Changed user ${after.email}`,
      detail: changesOf(auditable(before), auditable(after)),
    });
    await changed(context, id, 'changed');
    return { resultCode: 'SUCCESS', appuser: after };
  },
  resetSecondFactor: async (context, { params: { id } }) => {
    await resetSecondFactor(context, id);
    return { resultCode: 'SUCCESS' };
  },
  inviteUser: async (context, { params: { id } }) => {
    // A link for oneself would be a new password without the old one.
    if (signedIn(context.actor).userId === id) throw new Refused('cannot_reset_own_account');
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
    const name = body.name.trim();
    requireAnswers(context.services.screens.check('profile', 'api-key', { ...body, name }));
    const { userId } = signedIn(context.actor);
    const { apikeypair, secret } = await addApiKey(context.db, userId, { ...body, name }, context.now);
    await context.audit({
      action: 'API_KEY_CREATED',
      entityType: 'API_KEY',
      entityId: apikeypair.id,
      summary: `Made the API key “${name}”`,
      detail: { scope: body.scope, expiresAt: apikeypair.expiresAt },
    });
    return { resultCode: 'SUCCESS', apikeypair, secret };
  },
  removeApiKey: async (context, { params: { id } }) => {
    const { userId } = signedIn(context.actor);
    const { name } = await removeApiKey(context.db, id, userId);
    await context.audit({
      action: 'API_KEY_DELETED',
      entityType: 'API_KEY',
      entityId: id,
      summary: `Ended the API key “${name}”`,
    });
    await context.announce('session', [userId]);
    return { resultCode: 'SUCCESS' };
  },
  listEveryApiKey: ({ db }) => listEveryApiKey(db),
  revokeApiKey: async (context, { params: { id } }) => {
    const { name, userId } = await removeApiKey(context.db, id);
    const { email } = await readUser(context, userId);
    await context.audit({
      action: 'API_KEY_REVOKED',
      entityType: 'API_KEY',
      entityId: id,
      summary: `Ended the API key “${name}” of ${email}`,
    });
    await context.announce('session', [userId]);
    return { resultCode: 'SUCCESS' };
  },
};

/** A disabled account loses its sessions and, for good, its API keys. */
async function lockOut(context: CallContext, userId: number): Promise<void> {
  await endSessions(context.db, userId);
  await endApiKeys(context.db, userId);
  await context.announce('session', [userId]);
}

async function changed(context: CallContext, id: number, change: 'added' | 'changed'): Promise<void> {
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
  custom,
}: Awaited<ReturnType<typeof readUser>>) {
  return { ...custom, email, firstName, lastName, sysadmin, enabled, userType, ...content, grants };
}
