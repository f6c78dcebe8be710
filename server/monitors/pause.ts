import { inArray, sql, type SQL } from 'drizzle-orm';
import { node } from '../database/schema/nodes.ts';
import { signedIn } from '../access/signed-in.ts';
import type { WriteContext } from '../context.ts';
import { addAlertEvent, openAlertsOf } from './alerts/alert-events.ts';

/**
 * Pauses or resumes monitors that the caller has locked; those that stand so already are left alone. An alert that holds
 * stays open: nobody knows what a check would find, so nothing is reset.
 */
export async function pauseOrResume(context: WriteContext, ids: readonly number[], enabled: boolean): Promise<void> {
  await (enabled ? resume(context, ids) : pause(context, ids));
}

/** Paused monitors are neither up nor down. What fails but has not raised yet is counted anew afterwards. */
async function pause(context: WriteContext, asked: readonly number[]): Promise<void> {
  const { db, now } = context;
  const { rows } = await db.execute<{ id: number }>(sql`
    update cloud_monitor set enabled = false, paused_at = ${now.toISOString()}, revision = revision + 1 where enabled and node_id in ${listed(asked)}
    returning node_id as id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await db.execute(sql`
    update monitor_condition set failures = 0, last_failure_at = null where raised_at is null and monitor_id in ${listed(ids)}`);
  await db.execute(sql`
    update monitor_condition set unanswered = 0, unanswered_reason = null
    where unanswered_raised_at is null and monitor_id in ${listed(ids)}`);
  await db
    .update(node)
    .set({ isUp: false, isDown: false })
    .where(inArray(node.id, [...ids]));
  await mark(context, ids, 'PAUSED');
}

/** The pause counts for nothing: minutes without a failure, and until a follow-up, go on where they stopped. */
async function resume(context: WriteContext, asked: readonly number[]): Promise<void> {
  const { db, now } = context;
  const { rows } = await db.execute<{ id: number }>(sql`
    select node_id as id from cloud_monitor where not enabled and node_id in ${listed(asked)} order by node_id`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const paused = sql`(${now.toISOString()}::timestamptz - coalesce(m.paused_at, ${now.toISOString()}::timestamptz))`;
  await db.execute(sql`
    update monitor_condition c set last_failure_at = c.last_failure_at + ${paused}
    from cloud_monitor m where m.node_id = c.monitor_id and c.raised_at is not null and m.node_id in ${listed(ids)}`);
  await db.execute(sql`
    update alert_follow_up f set due_at = f.due_at + ${paused} from alert a join cloud_monitor m on m.node_id = a.monitor_id
    where a.id = f.alert_id and a.reset_at is null and f.due_at is not null and m.node_id in ${listed(ids)}`);
  await db.execute(sql`
    update cloud_monitor set enabled = true, paused_at = null, revision = revision + 1 where node_id in ${listed(ids)}`);
  // A check that finds what the one before the pause found turns nothing.
  await db.execute(sql`
    update node n set is_up = s.ok, is_down = not s.ok from monitor_state s where s.monitor_id = n.id and n.id in ${listed(ids)}`);
  await mark(context, ids, 'RESUMED');
}

async function mark(context: WriteContext, ids: readonly number[], kind: 'PAUSED' | 'RESUMED'): Promise<void> {
  const { db, now, actor } = context;
  const alerts = await openAlertsOf(db, listed(ids));
  await addAlertEvent(db, alerts, { kind, at: now, by: signedIn(actor).name });
  if (alerts.length > 0) await context.announce('alert', alerts);
}

function listed(ids: readonly number[]): SQL {
  return sql`(select json_array_elements_text(${JSON.stringify(ids)}::json)::int)`;
}
