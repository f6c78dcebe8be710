import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, type AgentMethod, type AgentPart } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { agentCommand, type CommandState } from '../database/schema/agents.ts';
import type { Live } from '../live/messages.ts';
import { endReportedRuns, refusalOf, type Ending } from '../runs/end-run.ts';
import { isStandingNodeId } from '../access/visibility.ts';

export type QueuedCommand = typeof agentCommand.$inferSelect;

/** The kind of a command's run is this with the method behind it. */
export const runPrefix = 'agent:';
/** The agent stops a command after the time of its method; its answer may come a little later. */
const ANSWER_SECONDS = 10;

interface Queued<M extends AgentMethod> {
  id: string;
  nodeId: number;
  method: M;
  params: AgentPart<M, 'params'>;
  seconds?: number;
}

/**
 * Queues commands, each of the run with its id, in the caller's transaction; each is sent until it is answered or the time of its method is over.
 * @throws Error for parameters that the agent would refuse: whoever queues a command checks them first.
 */
export async function queueCommands<M extends AgentMethod>(
  db: Queries,
  commands: readonly Queued<M>[],
  now: Date,
): Promise<void> {
  const rows = commands.map(({ id, nodeId, method, params, seconds }) => {
    const entry = agentMethodOf(method);
    const fault = findPayloadFault(entry.params, params, entry.budget.params);
    if (fault !== undefined) throw new Error(`The parameters of ${method} are wrong ${fault}`);
    const expiresAt = new Date(now.getTime() + (seconds ?? entry.seconds + ANSWER_SECONDS) * 1000);
    return { id, nodeId, method, params: params as Record<string, unknown>, createdAt: now, expiresAt };
  });
  await db.insert(agentCommand).values(rows);
}

export function queueCommand<M extends AgentMethod>(db: Queries, command: Queued<M>, now: Date): Promise<void> {
  return queueCommands(db, [command], now);
}

/** Commands that wait for these devices, oldest first. */
export async function pendingCommands(db: Queries, nodeIds: readonly number[], now: Date): Promise<QueuedCommand[]> {
  if (nodeIds.length === 0) return [];
  return db
    .select()
    .from(agentCommand)
    .where(
      and(
        // One parameter: thousands of them cost more than the query.
        sql`${agentCommand.nodeId} in (select json_array_elements_text(${JSON.stringify(nodeIds)}::json)::int)`,
        eq(agentCommand.state, 'pending'),
        gt(agentCommand.expiresAt, now),
        isStandingNodeId(agentCommand.nodeId),
      ),
    )
    .orderBy(asc(agentCommand.createdAt));
}

/** Notes that commands go to their agents. Returns those that were not cancelled and have not ended meanwhile. */
export async function markSent(db: Queries, ids: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .update(agentCommand)
    .set({ sentAt: now })
    .where(
      and(
        inArray(agentCommand.id, [...ids]),
        eq(agentCommand.state, 'pending'),
        isNull(agentCommand.cancelRequestedAt),
      ),
    )
    .returning({ id: agentCommand.id });
  return new Set(rows.map(({ id }) => id));
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
export function finishCommand(db: Queries, live: Teller, id: string, end: CommandEnd, now: Date): Promise<void> {
  return finishCommands(db, live, new Map([[id, end]]), now);
}

/** The same for many commands, by their ids, in as many statements as for one. */
export async function finishCommands(
  db: Queries,
  live: Teller,
  ends: ReadonlyMap<string, CommandEnd>,
  now: Date,
): Promise<void> {
  const given = [...ends].map(([id, { state, error }]) => ({ id, state, error }));
  const { rows } = await db.execute<{ id: string }>(sql`
    update ${agentCommand} c set state = e.state, error = e.error, finished_at = ${now.toISOString()}
    from json_to_recordset(${JSON.stringify(given)}::json) as e(id uuid, state text, error text)
    where c.id = e.id and c.state = 'pending' returning c.id`);
  const endings = rows.flatMap(({ id }) => {
    const end = ends.get(id);
    return end ? [{ id, ending: endingOf(end) }] : [];
  });
  await endReportedRuns(db, live, endings, now);
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
