import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import { findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, type AgentMethod, type AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { agentCommand, type CommandState } from '../database/schema/agents.ts';

export type QueuedCommand = typeof agentCommand.$inferSelect;

const KEPT_DAYS = 7;
/** The agent stops a command after the time of its method; its answer may come a little later. */
const ANSWER_SECONDS = 10;

/**
 * Queues a command in the caller's transaction; it is sent until it is answered or the time of its method is over.
 * @throws Error for parameters that the agent would refuse: whoever queues a command checks them first.
 */
export async function queueCommand<M extends AgentMethod>(
  db: Queries,
  { nodeId, method, params }: { nodeId: number; method: M; params: AgentPart<M, 'params'> },
  now: Date,
): Promise<string> {
  const entry = agentMethodOf(method);
  const fault = findPayloadFault(entry.params, params, entry.budget.params);
  if (fault !== undefined) throw new Error(`The parameters of ${method} are wrong ${fault}`);
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + (entry.seconds + ANSWER_SECONDS) * 1000);
  await db
    .insert(agentCommand)
    .values({ id, nodeId, method, params: params as Record<string, unknown>, createdAt: now, expiresAt });
  return id;
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

/** Ends the command, unless it ended before. */
export async function finishCommand(db: Queries, id: string, end: CommandEnd, now: Date): Promise<void> {
  await db
    .update(agentCommand)
    .set({ state: end.state, error: end.error ?? null, result: end.result, finishedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending')));
}

/**
 * Asks for the end of a command: at once when no agent has it yet, else as soon as its agent hears of it.
 * Wake the device afterwards.
 */
export async function cancelCommand(db: Queries, id: string, now: Date): Promise<void> {
  await db
    .update(agentCommand)
    .set({ cancelRequestedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending'), isNull(agentCommand.cancelRequestedAt)));
  await db
    .update(agentCommand)
    .set({ state: 'cancelled', finishedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending'), isNull(agentCommand.sentAt)));
}

/** Fails commands that nobody answered in time, and drops old ones. */
export async function expireCommands(db: Queries, now: Date): Promise<void> {
  await db
    .update(agentCommand)
    .set({ state: 'failed', error: 'No answer in time', finishedAt: now })
    .where(and(eq(agentCommand.state, 'pending'), lt(agentCommand.expiresAt, now)));
  await db.delete(agentCommand).where(lt(agentCommand.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
