import { and, eq, gt, inArray, lt, lte, not, or, sql } from 'drizzle-orm';
import { appendAudit } from '../audit/chain.ts';
import { authorObstacle, isOfStandingAuthor } from '../access/author.ts';
import { isStandingNodeId } from '../access/visibility.ts';
import { inabilityOf } from '../agents/inability.ts';
import { startOwnCommand } from '../agents/start-own-command.ts';
import type { Database, Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { run } from '../database/schema/runs.ts';
import { scheduledTask, scheduledTaskTarget } from '../database/schema/scheduled-tasks.ts';
import { wake } from '../jobs/wake.ts';
import { noteHeldTask } from '../maintenance/suppressed.ts';
import type { Live } from '../live/messages.ts';
import type { Secrets } from '../secrets.ts';

interface Tools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Secrets;
}

type Target = typeof scheduledTaskTarget.$inferSelect;
type Device = typeof node.$inferSelect;
type End = Pick<Target, 'reason'> & { state: Exclude<Target['state'], 'WAITING' | 'SENT'> };

export const wakeReboots = wake('run_reboots');

/** Seconds from the end of a command’s last chance until it counts as lost. */
const GRACE_SECONDS = 70;
/** How often the server looks for the end of a reboot that it sent lately. */
const LOOK_AGAIN_MS = 2000;
const LATELY_MS = 2 * 60_000;
const KEPT_DAYS = 90;
const OFFLINE = 'The device is offline.';

/**
 * The job of every minute, and of the time of each reboot: sends those that are due, once each, and notes how they ended. A server that
 * was down sends what is not too late, and notes the others as missed. Of several servers that do it at once, one takes each target: its
 * row is locked and changed in one transaction.
 */
export async function runReboots(tools: Tools, now: Date = new Date()): Promise<void> {
  while (await settleOne(tools, now));
  await noteOffline(tools, now);
  while (await startOne(tools, now));
  const { database } = tools;
  const [sent] = await database
    .select({ id: run.id })
    .from(scheduledTaskTarget)
    .innerJoin(run, eq(run.id, scheduledTaskTarget.commandId))
    .where(and(eq(scheduledTaskTarget.state, 'SENT'), gt(run.createdAt, new Date(now.getTime() - LATELY_MS))))
    .limit(1);
  if (sent) await wakeReboots(database, new Date(now.getTime() + LOOK_AGAIN_MS));
}

/** Removes tasks that are long over, for the hourly clean-up. */
export async function dropOldReboots(database: Database, now: Date): Promise<void> {
  const open = sql`exists (select 1 from ${scheduledTaskTarget} where ${scheduledTaskTarget.taskId} = ${scheduledTask.id}
    and ${scheduledTaskTarget.state} in ('WAITING', 'SENT'))`;
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await database.delete(scheduledTask).where(and(lt(scheduledTask.lastAt, before), not(open)));
}

/** Notes the end of one reboot whose command has ended; false when there is none. */
async function settleOne(tools: Tools, now: Date): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const underWay = sql`exists (select 1 from ${run} where ${run.id} = ${scheduledTaskTarget.commandId} and ${inArray(run.state, ['queued', 'running'])})`;
    const [found] = await open(tx)
      .where(and(eq(scheduledTaskTarget.state, 'SENT'), not(underWay)))
      .limit(1)
      .for('no key update', { of: scheduledTaskTarget, skipLocked: true });
    if (!found) return false;
    const [ended] = await tx
      .select({ state: run.state, refusal: run.refusal })
      .from(run)
      .where(eq(run.id, found.target.commandId));
    await end(tools, tx, found, endOf(ended), now);
    return true;
  });
}

function endOf(ended: Pick<typeof run.$inferSelect, 'state' | 'refusal'> | undefined): End {
  const reason = ended?.refusal?.message ?? '';
  switch (ended?.state) {
    case 'done':
      return { state: 'DONE', reason: '' };
    case 'refused':
      return { state: 'REFUSED', reason };
    case 'cancelled':
      return { state: 'CANCELLED', reason: '' };
    default:
      return { state: 'UNCONFIRMED', reason };
  }
}

/** Targets with their task and device; the caller locks the target. */
function open(tx: Queries) {
  return tx
    .select({ target: scheduledTaskTarget, task: scheduledTask, device: node, its: agent })
    .from(scheduledTaskTarget)
    .innerJoin(scheduledTask, eq(scheduledTask.id, scheduledTaskTarget.taskId))
    .innerJoin(node, eq(node.id, scheduledTaskTarget.nodeId))
    .leftJoin(agent, eq(agent.nodeId, node.id))
    .orderBy(scheduledTask.runAt, scheduledTaskTarget.taskId, scheduledTaskTarget.nodeId)
    .$dynamic();
}

type Open = Awaited<ReturnType<typeof open>>[number];

/** Says of due reboots that their devices are offline: whether a device or the server was missing is known later by this. */
async function noteOffline({ database, live }: Tools, now: Date): Promise<void> {
  await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update scheduled_task_target t set reason = ${OFFLINE} from scheduled_task s, node n
      where s.id = t.task_id and n.id = t.node_id and t.state = 'WAITING' and t.reason = '' and not n.is_up
        and s.run_at <= ${now.toISOString()} and s.last_at >= ${now.toISOString()} and ${isStandingNodeId(sql.raw('n.id'))}
      returning t.node_id as id`);
    if (rows.length > 0) await live.announce(tx, 'node', [...new Set(rows.map(({ id }) => id))]);
  });
}

/** Sends one reboot that is due, or notes why not; false when there is none. */
async function startOne(tools: Tools, now: Date): Promise<boolean> {
  return tools.database.transaction(async (tx) => {
    const [found] = await open(tx)
      .where(
        and(
          eq(scheduledTaskTarget.state, 'WAITING'),
          lte(scheduledTask.runAt, now),
          or(eq(node.isUp, true), lt(scheduledTask.lastAt, now)),
          isStandingNodeId(node.id),
          isOfStandingAuthor(scheduledTask.userId),
        ),
      )
      .limit(1)
      .for('no key update', { of: scheduledTaskTarget, skipLocked: true });
    if (!found) return false;
    const obstacle = obstacleOf(found, now) ?? (await obstacleOfAuthor(tx, found));
    const held = !obstacle && (await isHeld(tx, found, now));
    if (obstacle ?? held) await end(tools, tx, found, obstacle ?? inMaintenance, now);
    else await send(tools, tx, found, now);
    return true;
  });
}

const inMaintenance: End = { state: 'SKIPPED', reason: 'The device was in maintenance, which suppressed its tasks.' };

function isHeld(tx: Queries, { task, target }: Open, now: Date): Promise<boolean> {
  const held = { kind: 'REBOOT', subject: task.id, name: task.name, message: 'Scheduled reboot' } as const;
  return noteHeldTask(tx, target.nodeId, held, now);
}

function obstacleOf({ task, target, its }: Open, now: Date): End | undefined {
  if (now > task.lastAt) {
    if (target.reason !== OFFLINE)
      return { state: 'MISSED', reason: 'The server was not running at that time, and it is too late now.' };
    return task.skipIfOffline
      ? { state: 'SKIPPED', reason: 'The device was offline.' }
      : { state: 'MISSED', reason: 'The device was offline for a day.' };
  }
  const lack = its === null ? 'This device has no agent.' : inabilityOf(its, 'power.reboot');
  return lack === undefined ? undefined : { state: 'REFUSED', reason: lack };
}

/** The reboot is carried out with the permissions of whoever scheduled it. */
async function obstacleOfAuthor(tx: Queries, { task, device }: Open): Promise<End | undefined> {
  const reason = await authorObstacle(tx, task, {
    again: 'Schedule the reboot again as somebody who may.',
    may: 'change this device',
    permission: 'NODE:Update',
    organizationId: device.organizationId,
  });
  return reason === undefined ? undefined : { state: 'REFUSED', reason };
}

/** Queues the command that was signed when the reboot was scheduled; it waits for the device until the reboot may not begin any more. */
async function send({ live }: Tools, tx: Queries, { target, task, device }: Open, now: Date): Promise<void> {
  const { commandId: id, signature, taskId, nodeId } = target;
  await tx
    .update(scheduledTaskTarget)
    .set({ state: 'SENT', reason: '' })
    .where(and(eq(scheduledTaskTarget.taskId, taskId), eq(scheduledTaskTarget.nodeId, nodeId)));
  const params = { notBefore: task.runAt.toISOString(), notAfter: task.lastAt.toISOString(), signature };
  const seconds = Math.ceil((task.lastAt.getTime() - now.getTime()) / 1000) + GRACE_SECONDS;
  const { organizationId } = device;
  const asked = {
    id,
    seconds,
    nodeId,
    organizationId,
    method: 'power.reboot',
    params,
    userId: task.userId,
    ip: '',
  } as const;
  await startOwnCommand(tx, live, asked, now);
  await live.announce(tx, 'node', [nodeId]);
}

async function end(
  { live, secrets }: Tools,
  tx: Queries,
  { target, task, device }: Open,
  how: End,
  now: Date,
): Promise<void> {
  const { taskId, nodeId } = target;
  await tx
    .update(scheduledTaskTarget)
    .set({ ...how, endedAt: now })
    .where(and(eq(scheduledTaskTarget.taskId, taskId), eq(scheduledTaskTarget.nodeId, nodeId)));
  await live.announce(tx, 'node', [nodeId]);
  const summary = `${wordsOf(how.state)} the reboot “${task.name}” of “${nameOf(device)}”. ${how.reason}`.trim();
  const { organizationId } = device;
  await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [
    { action: 'REBOOT_ENDED', entityType: 'NODE', entityId: nodeId, organizationId, summary },
  ]);
}

const nameOf = ({ friendlyName, name }: Device): string => friendlyName || name;

function wordsOf(state: End['state']): string {
  switch (state) {
    case 'DONE':
      return 'Started';
    case 'REFUSED':
      return 'Could not start';
    case 'SKIPPED':
      return 'Skipped';
    case 'MISSED':
      return 'Missed';
    case 'CANCELLED':
      return 'Cancelled';
    case 'UNCONFIRMED':
      return 'Sent without an answer';
    default:
      return unreachable(state);
  }
}

function unreachable(state: never): never {
  throw new Error(`a reboot does not end as ${String(state)}`);
}
