import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { AlertNews, EndReason } from '../../database/schema/monitors.ts';
import { defaultChannelsOf } from './technicians.ts';

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
  endReason: EndReason | null;
  /** Whom its condition notifies now; null once the condition is gone. */
  notificationAction: string | null;
  notificationChannelIds: number[] | null;
  /** Who was notified so far. */
  notifiedTechnicians: boolean;
  notifiedChannelIds: number[];
  techniciansOwed: AlertNews | null;
  channelsOwed: AlertNews | null;
  /** Whether its monitor is in maintenance at the time asked for, and whether that keeps its channels quiet. */
  maintenance: boolean;
  quietChannels: boolean;
};

/** Whether the alert ended because its monitor or device is being deleted, and goes with it. */
export function isGone({ endReason }: Pick<AlertRow, 'endReason'>): boolean {
  return endReason === 'MONITOR_REMOVED' || endReason === 'DEVICE_REMOVED';
}

/** An alert with what its messages need, `at` the time of its news. */
export async function readAlertRow(tx: Queries, id: number, at: Date): Promise<AlertRow | undefined> {
  const { rows } = await tx.execute<AlertRow>(sql`
    select a.id, a.monitor_id as "monitorId", n.name as "monitorName", n.organization_id as "clientId", o.name as "clientName",
      a.condition_name as "conditionName", a.description, a.severity, a.priority, a.message, a.raised_at as "raisedAt",
      a.reset_at as "resetAt", a.end_reason as "endReason", a.technicians_owed as "techniciansOwed", a.channels_owed as "channelsOwed",
      a.notified_technicians as "notifiedTechnicians", a.notified_channel_ids as "notifiedChannelIds",
      c.notification_action as "notificationAction", 
      case when c.notification_action = 'SEND'
        then array(select distinct unnest(c.notification_channel_ids || ${defaultChannelsOf(sql`o.id`)}))
        else c.notification_channel_ids end as "notificationChannelIds",
      w.id is not null as maintenance, coalesce((w.options -> 'notificationChannels')::boolean, false) as "quietChannels"
    from alert a join node n on n.id = a.monitor_id join organization o on o.id = n.organization_id
    left join monitor_condition c on c.id = a.condition_id
    left join maintenance_window w on w.node_id = a.monitor_id and w.starts_at <= ${at.toISOString()}
      and (w.ends_at is null or w.ends_at > ${at.toISOString()})
    where a.id = ${id} limit 1`);
  return rows[0];
}
