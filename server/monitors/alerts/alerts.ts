import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { Live } from '../../live/messages.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { AlertWork } from '../results/store-records.ts';
import { alertMail } from './alert-mail.ts';
import { techniciansOf } from './technicians.ts';

export interface AlertOptions {
  live: Live;
  mailer: Mailer;
  webhooks: Webhooks;
  notifications: Notifications;
  publicUrl: string;
  describe(condition: Readonly<Record<string, unknown>>): string;
}

/** An alert with what its messages name and who gets them; one row of a query. */
export type AlertRow = Record<string, unknown> & {
  id: number;
  monitorId: number;
  monitorName: string;
  clientId: number;
  clientName: string;
  conditionName: string;
  description: string;
  severity: string;
  priority: string;
  message: string;
  raisedAt: string;
  notificationAction: string | null;
  notificationChannelIds: number[] | null;
};

export interface Alerts extends AlertWork {
  /** Ends the open alerts of conditions that are watched no more, since nothing else would ever reset them. `where` is about `alert`. */
  close(tx: Queries, where: SQL, now: Date): Promise<void>;
}

/** Writes alerts, and what they send, in the transaction of the check that led to them: none is lost, none told twice. */
export function createAlerts({ live, mailer, webhooks, notifications, publicUrl, describe }: AlertOptions): Alerts {
  async function tell(tx: Queries, row: AlertRow, event: 'alert.raised' | 'alert.reset', at: Date): Promise<void> {
    const { notificationAction, notificationChannelIds, ...alert } = row;
    const raisedAt = new Date(row.raisedAt).toISOString();
    const resetAt = event === 'alert.reset' ? at.toISOString() : null;
    const url = `${publicUrl}/#/cloudMonitorDashboard/${row.monitorId}/`;
    const data = { alert: { ...alert, raisedAt, resetAt }, url };
    const mail = alertMail(row, event, at, url);
    await webhooks.queue(tx, event, data, at);
    const monitor = { id: row.monitorId, name: row.monitorName };
    await notifications.queue(tx, notificationChannelIds ?? [], { event, data, mail, monitor }, at);
    await live.announce(tx, 'alert', [row.id]);
    if (notificationAction !== 'SEND') return;
    for (const { email } of await techniciansOf(tx, row.clientId)) await mailer.queue(tx, { to: email, ...mail }, at);
  }

  async function close(tx: Queries, where: SQL, now: Date): Promise<void> {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update alert set reset_at = ${now.toISOString()} where reset_at is null and ${where} returning id`);
    for (const { id } of rows) {
      const row = await readAlert(tx, id);
      if (row) await tell(tx, row, 'alert.reset', now);
    }
  }

  return {
    async raise(tx, move, { at, outcome }) {
      const [condition] = (
        await tx.execute<{ type: string; parameters: Record<string, unknown>; resetThreshold: number }>(sql`
        select type, parameters, reset_threshold as "resetThreshold" from monitor_condition where id = ${move.id} for key share`)
      ).rows;
      if (!condition) return;
      const description = describe({
        ...condition.parameters,
        type: condition.type,
        resetThreshold: condition.resetThreshold,
      });
      const raised = new Date(at);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into alert (monitor_id, condition_id, condition_name, description, severity, priority, message, raised_at)
        select monitor_id, id, condition_name, ${description}, severity, priority, ${outcome.message}, ${raised.toISOString()}
        from monitor_condition where id = ${move.id}
        on conflict (condition_id) where reset_at is null do nothing returning id`);
      const row = rows[0] && (await readAlert(tx, rows[0].id));
      if (row) await tell(tx, row, 'alert.raised', raised);
    },
    reset: (tx, move, { at }) => close(tx, sql`condition_id = ${move.id}`, new Date(at)),
    close,
  };
}

async function readAlert(tx: Queries, id: number): Promise<AlertRow | undefined> {
  const { rows } = await tx.execute<AlertRow>(sql`
    select a.id, a.monitor_id as "monitorId", n.name as "monitorName", n.organization_id as "clientId", o.name as "clientName",
      a.condition_name as "conditionName", a.description, a.severity, a.priority, a.message, a.raised_at as "raisedAt",
      c.notification_action as "notificationAction", c.notification_channel_ids as "notificationChannelIds"
    from alert a join node n on n.id = a.monitor_id join organization o on o.id = n.organization_id
    left join monitor_condition c on c.id = a.condition_id where a.id = ${id}`);
  return rows[0];
}
