import { eq } from 'drizzle-orm';
import { signedIn } from '../../access/signed-in.ts';
import { alert } from '../../database/schema/monitors.ts';
import type { WriteContext } from '../../context.ts';
import { requireAnswers } from '../../require-fields.ts';
import { notifyAcknowledged } from '../../notifications/acknowledged.ts';
import { recordChange, requireChangeable, type AlertReply } from './change-alert.ts';
import { restartFollowUps } from './follow-up-rules.ts';

/** Notes that the actor looks after the alert. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function acknowledge(context: WriteContext, id: number, note = ''): Promise<AlertReply> {
  const { db, actor, services, now } = context;
  await requireChangeable(context, id);
  const answers = note.trim() === '' ? {} : { note: note.trim() };
  requireAnswers(services.screens.check('alert', 'acknowledge', answers));
  const words = answers.note ?? '';
  await db
    .update(alert)
    .set({ acknowledgedAt: now, acknowledgedBy: signedIn(actor).name, acknowledgedNote: words })
    .where(eq(alert.id, id));
  await notifyAcknowledged(db, services.notifications, id, services.settings.publicUrl, now);
  return recordChange(context, id, {
    kind: 'ACKNOWLEDGED',
    words,
    action: 'ACKNOWLEDGED',
    does: 'Acknowledged',
    detail: answers,
  });
}

/** @throws Refused `not_found`, `forbidden` */
export async function withdraw(context: WriteContext, id: number): Promise<AlertReply> {
  await requireChangeable(context, id);
  await context.db
    .update(alert)
    .set({ acknowledgedAt: null, acknowledgedBy: null, acknowledgedNote: null })
    .where(eq(alert.id, id));
  await restartFollowUps(context.db, id, context.now);
  return recordChange(context, id, {
    kind: 'WITHDRAWN',
    action: 'ACKNOWLEDGEMENT_WITHDRAWN',
    does: 'Took back the acknowledgement of',
  });
}
