import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import type { Alerts } from '../monitors/alerts/alerts.ts';
import { step } from '../monitors/conditions/condition.ts';
import { judgeOffline, judgeShares, type Judged } from './judge.ts';
import { judgeServices } from './judge-services.ts';
import { readDeviceAlerts } from './settings.ts';
import { syncConditions } from './sync-conditions.ts';

/** Without a look for so long nobody listened to agents either; a look is due every minute. In milliseconds. */
const longestGap = 150_000;

/**
 * Looks at every device once: its conditions move on, and what that raises, resets or ends is sent, all in one transaction.
 * One server at a time; where conditions stand is in the database, so that a restart changes nothing.
 */
export async function watchDevices(database: Database, alerts: Alerts, now: Date = new Date()): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await alone(tx))) return;
    const since = await noteLook(tx, now);
    await syncConditions(tx, await readDeviceAlerts(tx), alerts, now);
    const judged = [
      ...(await judgeOffline(tx, since, now)),
      ...(await judgeShares(tx, now)),
      ...(await judgeServices(tx, now)),
    ];
    for (const each of judged) await move(tx, each, alerts, now);
    await settle(tx, alerts, now);
  });
}

/** Since when servers have listened without a gap. The time that none ran counts for no device as offline. */
async function noteLook(tx: Queries, now: Date): Promise<Date> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ since: string }>(sql`
    insert into device_watch as w (since, looked_at) values (${at}, ${at})
    on conflict (id) do update set looked_at = excluded.looked_at,
      since = case when w.looked_at between ${at} - make_interval(secs => ${longestGap / 1000}) and ${at} then w.since else ${at} end
    returning since`);
  return new Date(rows[0]?.since ?? now);
}

/** Conditions of devices count no failures in a row: their minutes are in what was judged. */
const runCount = 1;

async function move(tx: Queries, judged: Judged, alerts: Alerts, now: Date): Promise<void> {
  const { id, failed, message, resetThreshold, held } = judged;
  const at = now.getTime();
  const standing = { failures: judged.failures, lastFailureAt: judged.lastFailureAt, raisedAt: judged.raisedAt };
  const change = step(standing, failed, { runCount, resetThreshold }, at, held);
  const iso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
  const { rowCount } = await tx.execute(sql`
    update monitor_condition set failures = ${Math.min(standing.failures, 1_000_000)}, last_failure_at = ${iso(standing.lastFailureAt)},
      raised_at = ${iso(standing.raisedAt)} where id = ${id}`);
  if (rowCount === 0 || change === undefined) return;
  if (change === 'raised') await alerts.raise(tx, id, { kind: 'CONDITION', message }, { at });
  else if (change === 'held') await alerts.hold(tx, id, { kind: 'CONDITION', message }, { at });
  else await alerts.reset(tx, id, { kind: 'CONDITION' }, { at });
}

/** Sends what maintenance that is over kept from being sent, as the first check of a monitor afterwards does. */
async function settle(tx: Queries, alerts: Alerts, now: Date): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct a.monitor_id as id from alert a join agent g on g.node_id = a.monitor_id
    where (a.technicians_owed is not null or a.channels_owed is not null) and not exists (
      select 1 from maintenance_window w where w.node_id = a.monitor_id and w.starts_at <= ${now.toISOString()}
        and (w.ends_at is null or w.ends_at > ${now.toISOString()}))
    order by 1`);
  for (const { id } of rows) await alerts.settle(tx, { monitorId: id, at: now.getTime() });
}

/** Holds the others off until the transaction ends; false when another is at it. */
async function alone(tx: Queries): Promise<boolean> {
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('cairn.device.alerts')) as mine`,
  );
  return rows[0]?.mine === true;
}
