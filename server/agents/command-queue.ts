import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { AgentMethod } from '#api/contract/agent.ts';
import type { Queries } from '../database/database.ts';
import { agentCommand } from '../database/schema/agents.ts';

export type QueuedCommand = typeof agentCommand.$inferSelect;

const KEPT_DAYS = 7;

/** Queues a command in the caller's transaction; it is sent until it is answered or `seconds` are over. */
export async function queueCommand(
  db: Queries,
  nodeId: number,
  method: AgentMethod,
  seconds: number,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await db.insert(agentCommand).values({ id, nodeId, method, params: { commandId: id }, createdAt: now, expiresAt });
  return id;
}

/** What waits for these devices, oldest first. */
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

export async function finishCommand(db: Queries, id: string, error: string | null, now: Date): Promise<void> {
  await db
    .update(agentCommand)
    .set({ state: error === null ? 'done' : 'failed', error, finishedAt: now })
    .where(and(eq(agentCommand.id, id), eq(agentCommand.state, 'pending')));
}

/** Fails what nobody answered in time, and drops what is long over. */
export async function expireCommands(db: Queries, now: Date): Promise<void> {
  await db
    .update(agentCommand)
    .set({ state: 'failed', error: 'No answer in time', finishedAt: now })
    .where(and(eq(agentCommand.state, 'pending'), lt(agentCommand.expiresAt, now)));
  await db.delete(agentCommand).where(lt(agentCommand.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
