import { eq } from 'drizzle-orm';
import { signedIn } from '../access/signed-in.ts';
import { lockUser, readStoredUser } from '../accounts/save-user.ts';
import { endSessions } from '../accounts/sessions.ts';
import { lockSysadmins, requireSysadmin } from '../accounts/users.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { addDeletion, type Deleted, type Plan } from './add-deletion.ts';
import { planDeletion } from './plan.ts';

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim();

/** @throws Refused `not_found` */
export async function planUser(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<Plan> {
  const user = await readStoredUser(context.db, id);
  return planDeletion(context, { name: nameOf(user), scope: { userId: id }, seesNodes: true });
}

/**
 * Marks a user, and ends the user's sessions. API keys, second factors and permissions stay for the undo; nobody can use them
 * meanwhile. @throws Refused `not_found`, `cannot_delete_own_account`, `last_sysadmin`
 */
export async function deleteUser(context: WriteContext, id: number): Promise<Deleted> {
  const { db, actor } = context;
  if (signedIn(actor).userId === id) throw new Refused('cannot_delete_own_account');
  await lockSysadmins(db);
  const user = await lockUser(db, id);
  const marked = await addDeletion(context, 'USER', nameOf(user));
  await db.update(appUser).set({ deletionId: marked.deletionId }).where(eq(appUser.id, id));
  await requireSysadmin(db);
  await endSessions(db, id);
  const summary = `Deleted user ${user.email}`;
  await context.audit({ action: 'USER_DELETED', entityType: 'USER', entityId: id, summary });
  await announceUser(context, id, 'removed');
  return marked;
}

/** Tells open pages and webhooks, and ends or renews what the user's credentials open. */
export async function announceUser(
  { db, services, announce, now }: WriteContext,
  id: number,
  change: 'added' | 'removed',
): Promise<void> {
  await announce('session', [id]);
  await services.webhooks.queue(db, 'user.changed', { id, change }, now);
  await announce('user', [id]);
}
