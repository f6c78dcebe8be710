import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { AlertNews } from '../../database/schema/monitors.ts';
import type { Live } from '../../live/messages.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { AlertWork } from '../results/store-records.ts';
import { alertMail } from './alert-mail.ts';
import { techniciansOf } from './technicians.ts';
import { told } from './told.ts';

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
  resetAt: string | null;
  notificationAction: string | null;
  notificationChannelIds: number[] | null;
  techniciansOwed: AlertNews | null;
  channelsOwed: AlertNews | null;
  /** Whether its monitor is in maintenance at the time asked for, and whether that keeps its channels quiet. */
  maintenance: boolean;
  quietChannels: boolean;
};

export interface Alerts extends AlertWork {
  /** Ends the open alerts of conditions that are watched no more, since nothing else would ever reset them. `where` is about `alert`. */
  close(tx: Queries, where: SQL, now: Date): Promise<void>;
}

/** Writes alerts, and what they send, in the transaction of the check that led to them: none is lost, none told twice. */
export function createAlerts({ live, mailer, webhooks, notifications, publicUrl, describe }: AlertOptions): Alerts {
  const urlOf = ({ monitorId }: AlertRow) => `${publicUrl}/#/cloudMonitorDashboard/${monitorId}/`;

  function dataOf(row: AlertRow, resetAt: string | null): Record<string, unknown> {
    const { id, monitorId, monitorName, clientId, clientName, conditionName, description } = row;
    const { severity, priority, message, maintenance } = row;
    const place = { id, monitorId, monitorName, clientId, clientName };
    const raised = { conditionName, description, severity, priority, message, maintenance };
    const raisedAt = new Date(row.raisedAt).toISOString();
    return { alert: { ...place, ...raised, raisedAt, resetAt }, url: urlOf(row) };
  }

  async function tellTechnicians(tx: Queries, row: AlertRow, news: AlertNews, at: Date, now: Date): Promise<void> {
    if (row.notificationAction !== 'SEND') return;
    const mail = alertMail(row, `alert.${news}`, at, urlOf(row));
    for (const { email } of await techniciansOf(tx, row.clientId)) await mailer.queue(tx, { to: email, ...mail }, now);
  }

  async function tellChannels(tx: Queries, row: AlertRow, news: AlertNews, at: Date, now: Date): Promise<void> {
    const event = `alert.${news}` as const;
    const mail = alertMail(row, event, at, urlOf(row));
    const data = dataOf(row, news === 'reset' ? at.toISOString() : null);
    const monitor = { id: row.monitorId, name: row.monitorName };
    await notifications.queue(tx, row.notificationChannelIds ?? [], { event, data, mail, monitor }, now);
  }

  async function tell(tx: Queries, row: AlertRow, news: AlertNews, at: Date): Promise<void> {
    // Webhooks hear what the console shows, and whether that is in maintenance.
    await webhooks.queue(tx, `alert.${news}`, dataOf(row, news === 'reset' ? at.toISOString() : null), at);
    await live.announce(tx, 'alert', [row.id]);
    const technicians = told(news, { quiet: row.maintenance, owed: row.techniciansOwed });
    const channels = told(news, { quiet: row.quietChannels, owed: row.channelsOwed });
    if (technicians.tells) await tellTechnicians(tx, row, news, at, at);
    if (channels.tells) await tellChannels(tx, row, news, at, at);
    if (technicians.owed !== row.techniciansOwed || channels.owed !== row.channelsOwed)
      await tx.execute(
        sql`update alert set technicians_owed = ${technicians.owed}, channels_owed = ${channels.owed} where id = ${row.id}`,
      );
  }

  async function close(tx: Queries, where: SQL, now: Date): Promise<void> {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update alert set reset_at = ${now.toISOString()} where reset_at is null and ${where} returning id`);
    for (const { id } of rows) {
      const row = await readAlert(tx, id, now);
      if (row) await tell(tx, row, 'reset', now);
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
      const row = rows[0] && (await readAlert(tx, rows[0].id, raised));
      if (row) await tell(tx, row, 'raised', raised);
    },
    reset: (tx, move, { at }) => close(tx, sql`condition_id = ${move.id}`, new Date(at)),
    close,
    async settle(tx, { monitorId, at }) {
      const now = new Date(at);
      const { rows } = await tx.execute<{ id: number }>(sql`
        select id from alert where monitor_id = ${monitorId} and (technicians_owed is not null or channels_owed is not null)
        order by id for update`);
      for (const { id } of rows) {
        const row = await readAlert(tx, id, now);
        // Another window may have begun meanwhile.
        if (!row || row.maintenance) continue;
        const when = (news: AlertNews) => new Date(news === 'raised' ? row.raisedAt : (row.resetAt ?? now));
        const { techniciansOwed, channelsOwed } = row;
        if (techniciansOwed) await tellTechnicians(tx, row, techniciansOwed, when(techniciansOwed), now);
        if (channelsOwed) await tellChannels(tx, row, channelsOwed, when(channelsOwed), now);
        await tx.execute(sql`update alert set technicians_owed = null, channels_owed = null where id = ${id}`);
      }
    },
  };
}

/** An alert with what its messages need, `at` the time of its news. */
async function readAlert(tx: Queries, id: number, at: Date): Promise<AlertRow | undefined> {
  const { rows } = await tx.execute<AlertRow>(sql`
    select a.id, a.monitor_id as "monitorId", n.name as "monitorName", n.organization_id as "clientId", o.name as "clientName",
      a.condition_name as "conditionName", a.description, a.severity, a.priority, a.message, a.raised_at as "raisedAt",
      a.reset_at as "resetAt", a.technicians_owed as "techniciansOwed", a.channels_owed as "channelsOwed",
      c.notification_action as "notificationAction", c.notification_channel_ids as "notificationChannelIds",
      w.id is not null as maintenance, coalesce((w.options -> 'notificationChannels')::boolean, false) as "quietChannels"
    from alert a join node n on n.id = a.monitor_id join organization o on o.id = n.organization_id
    left join monitor_condition c on c.id = a.condition_id
    left join maintenance_window w on w.node_id = a.monitor_id and w.starts_at <= ${at.toISOString()}
      and (w.ends_at is null or w.ends_at > ${at.toISOString()})
    where a.id = ${id} limit 1`);
  return rows[0];
}
