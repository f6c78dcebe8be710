import { randomUUID } from 'node:crypto';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { run } from '../database/schema/runs.ts';
import type { Live } from '../live/messages.ts';
import { expiryOf } from '../runs/expire-runs.ts';
import { queueCommands } from './command-queue.ts';
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
  { id = randomUUID(), ...asked }: Asked<M>,
  now: Date,
): Promise<string> {
  await startOwnCommands(db, live, [{ ...asked, id }], now);
  return id;
}

/** The same for many devices, in as many statements as for one. */
export async function startOwnCommands<M extends AgentMethod>(
  db: Queries,
  live: Pick<Live, 'announce'>,
  commands: readonly (Asked<M> & { id: string })[],
  now: Date,
): Promise<void> {
  if (commands.length === 0) return;
  await db.insert(run).values(
    commands.map(({ id, nodeId, organizationId, method, userId, ip }) => {
      const { name, stages } = commandRun(method);
      return {
        id,
        kind: name,
        subject: String(nodeId),
        userId,
        organizationId,
        ip,
        state: 'running' as const,
        startedAt: now,
        progress: { stage: stages[0], stages: [...stages], done: 0, total: 0 },
        createdAt: now,
        expiresAt: expiryOf(now),
      };
    }),
  );
  await queueCommands(db, commands, now);
  await live.announce(
    db,
    'run',
    commands.map(({ id }) => id),
  );
}
