import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Alert } from '#api/contract/monitors.ts';
import { holds } from '../../access/permissions.ts';
import { signedIn } from '../../access/signed-in.ts';
import { alert } from '../../database/schema/monitors.ts';
import { Refused, type CallContext } from '../../http/handler.ts';
import { requireAnswers } from '../../http/require-fields.ts';
import { notifyAcknowledged } from '../../notifications/acknowledged.ts';
import { restartFollowUps } from './follow-up-rules.ts';
import { readAlert } from './read-alerts.ts';

type AlertReply = Static<typeof Alert>;

/** Notes that the actor looks after the alert. @throws Refused `not_found`, `forbidden`, `invalid_input` */
export async function acknowledge(context: CallContext, id: number, note = ''): Promise<AlertReply> {
  const { db, actor, services, now } = context;
  await permitted(context, id);
  const answers = note.trim() === '' ? {} : { note: note.trim() };
  requireAnswers(services.screens.check('alert', 'acknowledge', answers));
  await db
    .update(alert)
    .set({ acknowledgedAt: now, acknowledgedBy: signedIn(actor).name, acknowledgedNote: answers.note ?? '' })
    .where(eq(alert.id, id));
  await notifyAcknowledged(db, services.notifications, id, services.settings.publicUrl, now);
  return tell(context, id, 'ACKNOWLEDGED', 'Acknowledged', answers);
}

/** @throws Refused `not_found`, `forbidden` */
export async function withdraw(context: CallContext, id: number): Promise<AlertReply> {
  await permitted(context, id);
  await context.db
    .update(alert)
    .set({ acknowledgedAt: null, acknowledgedBy: null, acknowledgedNote: null })
    .where(eq(alert.id, id));
  await restartFollowUps(context.db, id, context.now);
  return tell(context, id, 'ACKNOWLEDGEMENT_WITHDRAWN', 'Took back the acknowledgement of');
}

async function permitted({ db, actor }: CallContext, id: number): Promise<void> {
  const { clientId } = await readAlert(db, actor, id);
  if (!holds(actor, 'NODE:Update', clientId)) throw new Refused('forbidden');
}

async function tell(
  context: CallContext,
  id: number,
  action: string,
  does: string,
  detail: Record<string, unknown> = {},
): Promise<AlertReply> {
  const told = await readAlert(context.db, context.actor, id);
  const summary = `${does} the alert “${told.conditionName}” of “${told.monitorName}”`;
  await context.audit({ action: `ALERT_${action}`, entityType: 'ALERT', entityId: id, summary, detail });
  await context.announce('alert', [id]);
  return told;
}
