import { randomUUID } from 'node:crypto';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { run } from '../database/schema/runs.ts';
import type { Live } from '../live/messages.ts';
import { expiryOf } from '../runs/expire-runs.ts';
import { queueCommand } from './command-queue.ts';
import { commandRun } from './command-runs.ts';

interface Asked<M extends AgentMethod> {
  /** Of its run; a new one unless given. */
  id?: string;
  /** Until it counts as lost; by the time of the method unless given. */
  seconds?: number;
  nodeId: number;
  organizationId: number;
  method: M;
  params: AgentPart<M, 'params'>;
  /** Who asked; null for the server itself. */
  userId: number | null;
  ip: string;
}

/**
 * Starts a command that the server decided about, in the caller's transaction, and returns the id of its run. Whoever sees the device
 * sees the run. The caller has checked that the device is up and can do it.
 */
export async function startOwnCommand<M extends AgentMethod>(
  db: Queries,
  live: Pick<Live, 'announce'>,
  { id = randomUUID(), seconds, nodeId, organizationId, method, params, userId, ip }: Asked<M>,
  now: Date,
): Promise<string> {
  const { name, stages } = commandRun(method);
  await db.insert(run).values({
    id,
    kind: name,
    subject: String(nodeId),
    userId,
    organizationId,
    ip,
    state: 'running',
    startedAt: now,
    progress: { stage: stages[0], stages: [...stages], done: 0, total: 0 },
    createdAt: now,
    expiresAt: expiryOf(now),
  });
  await queueCommand(db, { id, nodeId, method, params, ...(seconds !== undefined && { seconds }) }, now);
  await live.announce(db, 'run', [id]);
  return id;
}
