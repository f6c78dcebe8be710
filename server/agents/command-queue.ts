import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, type AgentMethod, type AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { agentCommand, type CommandState } from '../database/schema/agents.ts';
import type { Live } from '../live/messages.ts';
import { endReportedRun, refusalOf, type Ending } from '../runs/end-run.ts';
import { isStandingNodeId } from '../access/visibility.ts';

export type QueuedCommand = typeof agentCommand.$inferSelect;

/** The kind of a command's run is this with the method behind it. */
export const runPrefix = 'agent:';
/** The agent stops a command after the time of its method; its answer may come a little later. */
const ANSWER_SECONDS = 10;

/**
 * Queues a command of the run with this id in the caller's transaction; it is sent until it is answered or the time of its method is over.
 * @throws Error for parameters that the agent would refuse: whoever queues a command checks them first.
 */
export async function queueCommand<M extends AgentMethod>(
  db: Queries,
  {
    id,
    nodeId,
    method,
    params,
    seconds,
  }: { id: string; nodeId: number; method: M; params: AgentPart<M, 'params'>; seconds?: number },
  now: Date,
): Promise<void> {
  const entry = agentMethodOf(method);
  const fault = findPayloadFault(entry.params, params, entry.budget.params);
  if (fault !== undefined) throw new Error(`The parameters of ${method} are wrong ${fault}`);
  const expiresAt = new Date(now.getTime() + (seconds ?? entry.seconds + ANSWER_SECONDS) * 1000);
  await db
    .insert(agentCommand)
    .values({ id, nodeId, method, params: params as Record<string, unknown>, createdAt: now, expiresAt });
}

/** Commands that wait for these devices, oldest first. */
export async function pendingCommands(db: Queries, nodeIds: readonly number[], now: Date): Promise<QueuedCommand[]> {
  if (nodeIds.length === 0) return [];
  return db
    .select()
    .from(agentCommand)
    .where(
      and(
        inArray(agentCommand.nodeId, [...nodeIds]),
        eq(agentCommand.state, 'pending'),
        gt(agentCommand.expiresAt, now),
        isStandingNodeId(agentCommand.nodeId),
      ),
    )
    .orderBy(asc(agentCommand.createdAt));
}

/** Notes that the command goes to the agent; false when it was cancelled or ended meanwhile. */
export async function markSent(db: Queries, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(agentCommand)
    .set({ sentAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending'), isNull(agentCommand.cancelRequestedAt)))
    .returning({ id: agentCommand.id });
  return rows.length > 0;
}

/** How a command ended. */
export interface CommandEnd {
  state: Exclude<CommandState, 'pending'>;
  error?: string;
  result?: unknown;
}

/** Announces the end of a command's run. */
export type Teller = Pick<Live, 'announce'>;

/** Ends the command and its run in the caller's transaction, unless it ended before. */
export async function finishCommand(db: Queries, live: Teller, id: string, end: CommandEnd, now: Date): Promise<void> {
  const { rowCount } = await db
    .update(agentCommand)
    .set({ state: end.state, error: end.error ?? null, finishedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending')));
  if ((rowCount ?? 0) > 0) await endReportedRun(db, live, id, endingOf(end), now);
}

/** How the run of a command ends when the command ends. */
export function endingOf({ state, error, result }: CommandEnd): Ending {
  switch (state) {
    case 'done':
      return { state: 'done', result: result ?? null };
    case 'failed':
      return { state: 'refused', refusal: { ...refusalOf('command_failed'), ...(error && { message: error }) } };
    case 'cancelled':
      return { state: 'cancelled' };
    case 'interrupted':
      return { state: 'interrupted', message: error ?? 'The agent stopped in the middle of it.' };
    default:
      return unreachable(state);
  }
}

/**
 * Requests the cancellation of a command. A command that was not sent to an agent ends at once; otherwise its agent ends it.
 * Returns the id of the device, which the caller wakes after its commit, or undefined if there is nothing to cancel.
 */
export async function cancelCommand(db: Queries, live: Teller, id: string, now: Date): Promise<number | undefined> {
  const [asked] = await db
    .update(agentCommand)
    .set({ cancelRequestedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending'), isNull(agentCommand.cancelRequestedAt)))
    .returning({ nodeId: agentCommand.nodeId, sentAt: agentCommand.sentAt });
  if (asked?.sentAt === null) await finishCommand(db, live, id, { state: 'cancelled' }, now);
  return asked?.nodeId;
}

function unreachable(state: never): never {
  throw new Error(`a command does not end as ${String(state)}`);
}
