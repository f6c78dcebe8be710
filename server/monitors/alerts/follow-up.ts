import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../../database/database.ts';
import type { FollowUpKind } from '../../database/schema/alerts.ts';
import { wake } from '../../jobs/wake.ts';
import type { Live } from '../../live/messages.ts';
import { addAlertEvent } from './alert-events.ts';
import type { AlertNotices } from './alert-notices.ts';
import { readAlertRow } from './alert-row.ts';
import { startFollowUps } from './follow-up-rules.ts';
import { isStandingNodeId } from '../../access/visibility.ts';

const wakeJob = wake('follow_up_alerts');
/** Alerts of one transaction: a short one, since checks of their monitors wait for it. */
const batch = 20;

type DueRow = Record<string, unknown> & {
  alertId: number;
  channelId: number;
  channelName: string;
  kind: FollowUpKind;
  repeatMinutes: number | null;
  targetId: number | null;
  targetName: string | null;
};

/**
 * Repeats and escalates what is due. The row of a rule is locked and moved on in the transaction that queues its message, so
 * each happens once, whatever restarts and however many servers do it. Answers how many were done.
 */
export async function followUpDue(
  database: Database,
  notices: AlertNotices,
  live: Live,
  now: Date = new Date(),
): Promise<number> {
  let done = 0;
  for (;;) {
    const taken = await database.transaction(async (tx) => {
      const due = await lockDue(tx, now);
      for (const row of due) await followUp(tx, row, notices, now);
      if (due.length > 0) await live.announce(tx, 'alert', [...new Set(due.map(({ alertId }) => alertId))]);
      return due.length;
    });
    done += taken;
    if (taken < batch) return done;
  }
}

/**
 * Rules wait while the alert is acknowledged, its monitor paused, or its channels kept quiet by maintenance. The alert is
 * locked before its rules: were it the last, each of two servers could lock a rule of one alert and skip the other's.
 */
async function lockDue(tx: Queries, now: Date): Promise<DueRow[]> {
  const at = now.toISOString();
  const { rows } = await tx.execute<DueRow>(sql`
    select f.alert_id as "alertId", f.channel_id as "channelId", f.kind, ch.name as "channelName", ch.repeat_minutes as "repeatMinutes",
      target.id as "targetId", target.name as "targetName"
    from alert_follow_up f
    join alert a on a.id = f.alert_id
    left join cloud_monitor m on m.node_id = a.monitor_id
    join notification_channel ch on ch.id = f.channel_id
    left join notification_channel target on target.id = ch.escalate_channel_id and target.enabled
    where f.due_at <= ${at} and a.reset_at is null and a.acknowledged_at is null and coalesce(m.enabled, true)
      and ${isStandingNodeId(sql.raw('a.monitor_id'))}
      and not exists (select 1 from maintenance_window w where w.node_id = a.monitor_id and w.starts_at <= ${at}
        and (w.ends_at is null or w.ends_at > ${at}) and coalesce((w.options -> 'notificationChannels')::boolean, false))
    order by f.due_at, f.alert_id, f.channel_id limit ${batch} for update of a, f skip locked`);
  return rows;
}

async function followUp(tx: Queries, due: DueRow, notices: AlertNotices, now: Date): Promise<void> {
  const alert = await readAlertRow(tx, due.alertId, now);
  if (!alert) return;
  if (due.kind === 'REPEAT') {
    if (due.repeatMinutes !== null) {
      await notices.again(tx, alert, due.channelId, 'alert.repeated', now);
      await addAlertEvent(tx, [due.alertId], { kind: 'REPEATED', words: due.channelName, at: now });
    }
    return moveOn(tx, due, due.repeatMinutes, now);
  }
  if (due.targetId !== null && due.targetName !== null) {
    await notices.again(tx, alert, due.targetId, 'alert.escalated', now);
    await addAlertEvent(tx, [due.alertId], { kind: 'ESCALATED', words: due.targetName, at: now });
    await tx.execute(sql`
      update alert set notified_channel_ids = array_append(array_remove(notified_channel_ids, ${due.targetId}::int), ${due.targetId}::int)
      where id = ${due.alertId}`);
    await startFollowUps(tx, due.alertId, [due.targetId], now);
  }
  return moveOn(tx, due, null, now);
}

/** Due again after so many minutes; null: done. */
async function moveOn(tx: Queries, { alertId, channelId, kind }: DueRow, minutes: number | null, now: Date) {
  const next = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
  await tx.execute(sql`
    update alert_follow_up set due_at = ${next?.toISOString() ?? null}, done = done + 1
    where alert_id = ${alertId} and channel_id = ${channelId} and kind = ${kind}`);
  if (next) await wakeJob(tx, next);
}
