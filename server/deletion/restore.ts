import { eq } from 'drizzle-orm';
import { endSessions } from '../accounts/sessions.ts';
import type { WriteContext } from '../context.ts';
import type { deletion } from '../database/schema/deletion.ts';
import { policy } from '../database/schema/policy.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { announceUser } from './delete-user.ts';
import { requirePoliciesOf } from './require-policies.ts';
import { unlessTaken } from './unless-taken.ts';

type Row = Pick<typeof deletion.$inferSelect, 'id' | 'name'>;

/** The user signs in again with the password and second factor of before. */
export async function restoreUser(context: WriteContext, { id, name }: Row): Promise<void> {
  const { db } = context;
  const [user] = await unlessTaken(name, () =>
    db
      .update(appUser)
      .set({ deletionId: null })
      .where(eq(appUser.deletionId, id))
      .returning({ id: appUser.id, email: appUser.email }),
  );
  if (!user) throw new Refused('not_found');
  // A sign-in that raced with the deletion may have begun one.
  await endSessions(db, user.id);
  const summary = `Restored user ${user.email}`;
  await context.audit({ action: 'USER_RESTORED', entityType: 'USER', entityId: user.id, summary });
  await announceUser(context, user.id, 'added');
}

/** @throws Refused `undo_needs_policy` while the parent is deleted */
export async function restorePolicy(context: WriteContext, { id, name }: Row): Promise<void> {
  const { db } = context;
  await requirePoliciesOf(db, { policyOf: id });
  const [restored] = await unlessTaken(name, () =>
    db.update(policy).set({ deletionId: null }).where(eq(policy.deletionId, id)).returning({ id: policy.id }),
  );
  if (!restored) throw new Refused('not_found');
  const summary = `Restored the policy “${name}”`;
  await context.audit({ action: 'POLICY_RESTORED', entityType: 'POLICY', entityId: restored.id, summary });
  await context.announce('policy', [restored.id]);
}

/** It was not the default, and is not now. */
export async function restoreTicketTemplate(context: WriteContext, { id, name }: Row): Promise<void> {
  const { db } = context;
  const [restored] = await unlessTaken(name, () =>
    db
      .update(ticketTemplate)
      .set({ deletionId: null })
      .where(eq(ticketTemplate.deletionId, id))
      .returning({ id: ticketTemplate.id }),
  );
  if (!restored) throw new Refused('not_found');
  const summary = `Restored the ticket template “${name}”`;
  const entity = { entityType: 'TICKET_TEMPLATE', entityId: restored.id };
  await context.audit({ action: 'TICKET_TEMPLATE_RESTORED', ...entity, summary });
  await context.announce('ticket-template', [restored.id]);
}
