import type { Static } from 'typebox';
import type { Alert } from '#api/contract/alerts.ts';
import { holds } from '../../access/permissions.ts';
import { signedIn } from '../../access/signed-in.ts';
import type { AlertEventKind } from '../../database/schema/alerts.ts';
import { Refused } from '../../refused.ts';
import type { CallContext, WriteContext } from '../../context.ts';
import { addAlertEvent } from './alert-events.ts';
import { readAlert } from './read-alerts.ts';

export type AlertReply = Static<typeof Alert>;

/** The alert, which the actor may change. @throws Refused `not_found`, `forbidden` */
export async function requireChangeable(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<AlertReply> {
  const alert = await readAlert(db, actor, id);
  if (!holds(actor, 'NODE:Update', alert.clientId)) throw new Refused('forbidden');
  return alert;
}

interface AlertChange {
  /** Of the timeline. */
  kind: AlertEventKind;
  words?: string;
  /** Of the audit trail. */
  action: string;
  /** What the actor did, before the name of the alert. */
  does: string;
  /** And after it. */
  to?: string;
  detail?: Record<string, unknown>;
}

/** Writes a change to the timeline and the audit trail, tells open pages, and answers the alert as it is now. */
export async function recordChange(context: WriteContext, id: number, change: AlertChange): Promise<AlertReply> {
  const { db, actor, now } = context;
  const { kind, words = '', action, does, to = '', detail = {} } = change;
  await addAlertEvent(db, [id], { kind, at: now, by: signedIn(actor).name, words });
  const alert = await readAlert(db, actor, id);
  const summary = `${does} the alert “${alert.conditionName}” of “${alert.monitorName}”${to}`;
  await context.audit({ action: `ALERT_${action}`, entityType: 'ALERT', entityId: id, summary, detail });
  await context.announce('alert', [id]);
  return alert;
}
