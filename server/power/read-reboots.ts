import { and, desc, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { readDevice } from '../agents/devices.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { scheduledTask, scheduledTaskTarget } from '../database/schema/scheduled-tasks.ts';
import { Refused } from '../refused.ts';

const LISTED = 50;

/** @throws Refused `not_found` */
export async function listReboots(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  nodeId: number,
): Promise<ReplyOf<Catalogue['listDeviceReboots']>> {
  await readDevice(db, actor, nodeId);
  const rows = await db
    .select({ task: scheduledTask, target: scheduledTaskTarget })
    .from(scheduledTaskTarget)
    .innerJoin(scheduledTask, eq(scheduledTask.id, scheduledTaskTarget.taskId))
    .where(eq(scheduledTaskTarget.nodeId, nodeId))
    .orderBy(desc(scheduledTask.runAt), desc(scheduledTask.id))
    .limit(LISTED);
  return rows.map(({ task, target }) => ({
    id: task.id,
    name: task.name,
    description: task.description,
    skipIfOffline: task.skipIfOffline,
    runAt: task.runAt.toISOString(),
    timeZone: task.schedule.timeZone,
    createdBy: task.createdBy,
    createdAt: task.createdAt.toISOString(),
    state: target.state,
    reason: target.reason,
    endedAt: target.endedAt?.toISOString() ?? null,
  }));
}

/** Cancels a reboot on one device; the other devices of its task keep theirs. @throws Refused `not_found`, `forbidden`, `reboot_not_waiting` */
export async function cancelReboot(context: WriteContext, nodeId: number, taskId: number): Promise<void> {
  const { db, actor, now } = context;
  const { id, name: device, clientId } = await readDevice(db, actor, nodeId);
  if (!holds(actor, 'NODE:Update', clientId)) throw new Refused('forbidden');
  const its = and(eq(scheduledTaskTarget.taskId, taskId), eq(scheduledTaskTarget.nodeId, id));
  const [task] = await db
    .select({ name: scheduledTask.name })
    .from(scheduledTask)
    .innerJoin(scheduledTaskTarget, eq(scheduledTaskTarget.taskId, scheduledTask.id))
    .where(its);
  if (!task) throw new Refused('not_found');
  const cancelled = await db
    .update(scheduledTaskTarget)
    .set({ state: 'CANCELLED', reason: '', endedAt: now })
    .where(and(its, eq(scheduledTaskTarget.state, 'WAITING')))
    .returning({ taskId: scheduledTaskTarget.taskId });
  if (cancelled.length === 0) throw new Refused('reboot_not_waiting');
  await context.audit({
    action: 'REBOOT_CANCELLED',
    entityType: 'NODE',
    entityId: id,
    organizationId: clientId,
    summary: `Cancelled the reboot “${task.name}” of “${device}”`,
  });
  await context.announce('node', [id]);
}
