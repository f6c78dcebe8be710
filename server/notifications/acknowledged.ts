import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import type { Notifications } from './notifications.ts';

/** Queues an acknowledgement for the HTTP channels that the alert notified: services such as PagerDuty keep that state too. */
export async function notifyAcknowledged(
  tx: Queries,
  notifications: Notifications,
  alertId: number,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{
    alert: Record<string, unknown>;
    raisedAt: string;
    channels: number[];
    monitorId: number;
    monitorName: string;
  }>(sql`
    select json_build_object('id', a.id, 'monitorId', a.monitor_id, 'monitorName', n.name, 'clientName', o.name,
        'conditionName', a.condition_name, 'description', a.description, 'severity', a.severity, 'priority', a.priority,
        'message', a.message, 'resetAt', null) as alert,
      a.raised_at as "raisedAt", a.notified_channel_ids as channels, n.id as "monitorId", n.name as "monitorName"
    from alert a join node n on n.id = a.monitor_id join organization o on o.id = n.organization_id
    where a.id = ${alertId} and a.reset_at is null`);
  const [row] = rows;
  if (!row) return;
  const raisedAt = new Date(row.raisedAt).toISOString();
  const data = { alert: { ...row.alert, raisedAt }, url: `${publicUrl}/#/alerts/${alertId}` };
  const monitor = { id: row.monitorId, name: row.monitorName };
  // Mail and signed webhooks are not among them, so there are no words for mail.
  const mail = { subject: '', text: '' };
  const notice = { event: 'alert.acknowledged', data, mail, monitor, alertId } as const;
  await notifications.queue(tx, row.channels, notice, now);
}
