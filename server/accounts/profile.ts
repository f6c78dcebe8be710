import { eq } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { changesOf } from '../audit/changes.ts';
import { signedIn } from '../access/signed-in.ts';
import { appUser } from '../database/schema/users.ts';
import type { WriteContext } from '../context.ts';
import { dropRecordingsOf } from '../paths/recordings.ts';
import { requireAnswers } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';

/** Updates the fields that users may change of their own account; omitted fields keep their value. */
export async function saveProfile(context: WriteContext, body: BodyOf<Catalogue['saveProfile']>): Promise<void> {
  const { db, services, now } = context;
  const { userId } = signedIn(context.actor);
  const { firstName, lastName, language, timeZoneId, theme, recordsFlows } = body;
  const [stored] = await db.select().from(appUser).where(eq(appUser.id, userId));
  const after = { ...stored, ...body };
  requireAnswers(
    services.screens.check('profile', 'person', after),
    services.screens.check('profile', 'preferences', after),
  );
  await db
    .update(appUser)
    .set({
      ...(firstName !== undefined && { firstName: firstName.trim() }),
      ...(lastName !== undefined && { lastName: lastName.trim() }),
      ...(language !== undefined && { language }),
      ...(timeZoneId !== undefined && { timeZoneId }),
      ...(theme !== undefined && { theme }),
      ...(recordsFlows !== undefined && { recordsFlows }),
      revision: nextRevision(appUser.revision),
      updatedAt: now,
    })
    .where(eq(appUser.id, userId));
  if (recordsFlows === false) await dropRecordingsOf(db, userId);
  await context.audit({
    action: 'PROFILE_UPDATED',
    entityType: 'USER',
    entityId: userId,
    summary: 'Changed their profile',
    detail: changesOf(auditable(stored), auditable({ ...stored, ...body })),
  });
  await context.announce('user', [userId]);
}

function auditable(user: Partial<typeof appUser.$inferSelect> = {}) {
  const { firstName, lastName, language, timeZoneId, theme, recordsFlows } = user;
  return { firstName, lastName, language, timeZoneId, theme, recordsFlows };
}
