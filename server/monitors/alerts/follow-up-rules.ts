import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { wake } from '../../jobs/wake.ts';

const wakeJob = wake('follow_up_alerts');

/** Starts the rules of channels that have just been notified of an alert. A rule that has started once does not start again. */
export async function startFollowUps(
  tx: Queries,
  alertId: number,
  channelIds: readonly number[],
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  const { rows } = await tx.execute<{ dueAt: string }>(sql`
    insert into alert_follow_up (alert_id, channel_id, kind, due_at)
    select ${alertId}, ch.id, rule.kind, ${at}::timestamptz + make_interval(mins => rule.minutes)
    from notification_channel ch cross join lateral (values ('REPEAT', ch.repeat_minutes),
      ('ESCALATE', case when ch.escalate_channel_id is not null then ch.escalate_minutes end)) as rule(kind, minutes)
    where ch.enabled and rule.minutes is not null
      and ch.id in (select json_array_elements_text(${JSON.stringify(channelIds)}::json)::int)
    on conflict do nothing returning due_at as "dueAt"`);
  for (const { dueAt } of rows) await wakeJob(tx, new Date(dueAt));
}

/** Starts the time of waiting rules anew: an acknowledgement was taken back. */
export async function restartFollowUps(tx: Queries, alertId: number, now: Date): Promise<void> {
  await tx.execute(sql`
    update alert_follow_up f set due_at = greatest(f.due_at, ${now.toISOString()}::timestamptz
      + make_interval(mins => coalesce(case f.kind when 'REPEAT' then ch.repeat_minutes else ch.escalate_minutes end, 0)))
    from notification_channel ch where ch.id = f.channel_id and f.alert_id = ${alertId} and f.due_at is not null`);
}
