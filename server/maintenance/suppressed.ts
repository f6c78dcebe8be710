import { sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import type { AlertNews } from '../database/schema/monitors.ts';

/** Rows of one window: a condition that flaps through a maintenance without an end adds no more. */
const most = 1000;

/** Notes that the maintenance of a node at this time kept a condition from raising its alert: once in each window. */
export async function noteHeldAlert(tx: Queries, conditionId: number, message: string, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into maintenance_suppressed (window_id, kind, subject, at, condition_name, message)
    select w.id, 'ALERT', c.id, ${at.toISOString()}, c.condition_name, ${message}
    from monitor_condition c join maintenance_window w on w.node_id = c.monitor_id and w.starts_at <= ${at.toISOString()}
      and (w.ends_at is null or w.ends_at > ${at.toISOString()})
    where c.id = ${conditionId} and (select count(*) from maintenance_suppressed s where s.window_id = w.id) < ${most}
    on conflict do nothing`);
}

interface Message {
  alertId: number;
  kind: 'TECHNICIANS' | 'CHANNELS';
  news: AlertNews;
}

/** Notes a message about an alert that waits for the end of the maintenance. */
export async function noteHeldMessage(tx: Queries, { alertId, kind, news }: Message, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into maintenance_suppressed (window_id, kind, news, subject, at, condition_name, message)
    select w.id, ${kind}, ${news}, a.id, ${at.toISOString()}, a.condition_name, a.message
    from alert a join maintenance_window w on w.node_id = a.monitor_id and w.starts_at <= ${at.toISOString()}
      and (w.ends_at is null or w.ends_at > ${at.toISOString()})
    where a.id = ${alertId} and (select count(*) from maintenance_suppressed s where s.window_id = w.id) < ${most}
    on conflict do nothing`);
}

interface Task {
  kind: 'REBOOT' | 'SCRIPT';
  /** Its id. */
  subject: number;
  name: string;
  message: string;
}

/** Whether maintenance that suppresses tasks keeps a device from running one now. */
export async function noteHeldTask(tx: Queries, nodeId: number, task: Task, at: Date): Promise<boolean> {
  return (await noteHeldTasks(tx, [nodeId], task, at)).has(nodeId);
}

/**
 * The devices that maintenance that suppresses tasks keeps from running one now; the window of each then lists it. A window that the
 * task has already met, or that lists enough, suppresses it as well.
 */
export async function noteHeldTasks(
  tx: Queries,
  nodeIds: readonly number[],
  { kind, subject, name, message }: Task,
  at: Date,
): Promise<ReadonlySet<number>> {
  const { rows } = await tx.execute<{ id: number; nodeId: number }>(sql`
    select id, node_id as "nodeId" from maintenance_window
    where node_id in (select json_array_elements_text(${JSON.stringify(nodeIds)}::json)::int) and starts_at <= ${at.toISOString()}
      and (ends_at is null or ends_at > ${at.toISOString()}) and (options ->> 'tasks')::boolean`);
  for (const { id } of rows)
    await tx.execute(sql`
      insert into maintenance_suppressed (window_id, kind, subject, at, condition_name, message)
      select ${id}, ${kind}, ${subject}, ${at.toISOString()}, ${name}, ${message}
      where (select count(*) from maintenance_suppressed s where s.window_id = ${id}) < ${most}
      on conflict do nothing`);
  return new Set(rows.map(({ nodeId }) => nodeId));
}
