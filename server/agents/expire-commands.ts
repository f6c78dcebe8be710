import { and, eq, isNull, like, lt, ne, or, sql } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import { agentCommand, type CommandState } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { run } from '../database/schema/runs.ts';
import { endReportedRun, type Ending } from '../runs/end-run.ts';
import { endingOf, finishCommand, runPrefix, type Teller } from './command-queue.ts';

const KEPT_DAYS = 7;

/** Interrupts commands that no agent answered in time, ends running runs without a pending command, and deletes old commands. */
export async function expireCommands(database: Database, live: Teller, now: Date): Promise<void> {
  await database.transaction(async (db) => {
    await interruptLate(db, live, now);
    await endAbandonedRuns(db, live, now);
  });
  await database
    .delete(agentCommand)
    .where(lt(agentCommand.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}

async function interruptLate(db: Queries, live: Teller, now: Date): Promise<void> {
  const late = await db
    .select({ id: agentCommand.id })
    .from(agentCommand)
    .where(and(eq(agentCommand.state, 'pending'), lt(agentCommand.expiresAt, now)))
    .for('update', { skipLocked: true });
  const error = 'The agent did not answer in time.';
  for (const { id } of late) await finishCommand(db, live, id, { state: 'interrupted', error }, now);
}

/** Deleting a device deletes its commands, and only this ends their runs. */
async function endAbandonedRuns(db: Queries, live: Teller, now: Date): Promise<void> {
  const abandoned = await db
    .select({ id: run.id, state: agentCommand.state, error: agentCommand.error, device: node.id })
    .from(run)
    .leftJoin(agentCommand, eq(agentCommand.id, run.id))
    .leftJoin(node, sql`${node.id}::text = ${run.subject}`)
    .where(
      and(
        eq(run.state, 'running'),
        like(run.kind, `${runPrefix}%`),
        or(isNull(agentCommand.id), ne(agentCommand.state, 'pending')),
      ),
    );
  for (const each of abandoned) await endReportedRun(db, live, each.id, endingOfAbandoned(each), now);
}

interface Abandoned {
  /** Null without a command. */
  state: CommandState | null;
  error: string | null;
  /** Null when the device was removed. */
  device: number | null;
}

function endingOfAbandoned({ state, error, device }: Abandoned): Ending {
  if (device === null) return { state: 'interrupted', message: 'The device was removed.' };
  if (state === null || state === 'pending')
    return { state: 'interrupted', message: 'The server no longer has the command of this run.' };
  // Only the run keeps a result.
  if (state === 'done') return { state: 'interrupted', message: 'The command ended, but its result was not stored.' };
  return endingOf({ state, ...(error !== null && { error }) });
}
