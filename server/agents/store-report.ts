import { and, eq } from 'drizzle-orm';
import { bytesOf, findFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, isAgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { CommandReport } from '#api/contract/agent.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Database, Queries } from '../database/database.ts';
import { agentCommand } from '../database/schema/agents.ts';
import type { Live } from '../live/messages.ts';
import type { Item } from '../runs/report.ts';
import { storeReportedRun } from '../runs/store-report.ts';
import { finishCommand, type QueuedCommand } from './command-queue.ts';
import { foundBy } from './found-items.ts';
import { eachText, plainLines, plainTexts } from './plain-text.ts';

/**
 * Stores the progress and the items of a running command. A report that was stored before changes nothing; one that breaks the
 * schema or the budget of its method fails the command.
 * @throws RpcError when the agent should stop the command.
 */
export async function storeReport(
  { database, live }: { database: Database; live: Pick<Live, 'announce'> },
  nodeId: number,
  report: CommandReport,
  now: Date,
): Promise<void> {
  const fault = await database.transaction(async (db) => {
    const [command] = await db
      .select()
      .from(agentCommand)
      .where(and(eq(agentCommand.id, report.commandId), eq(agentCommand.nodeId, nodeId)))
      .for('update');
    if (command && report.number <= command.reported) return undefined;
    if (command?.state !== 'pending') throw new RpcError(rpcCodes.cancelled, 'The command has ended');
    const wrong = faultOf(command, report);
    if (wrong !== undefined) {
      await finishCommand(db, live, command.id, { state: 'failed', error: wrong }, now);
      return wrong;
    }
    const itemCount = command.itemCount + report.items.length;
    await db.update(agentCommand).set({ reported: report.number, itemCount }).where(eq(agentCommand.id, command.id));
    await storeReportedRun(
      db,
      live,
      command.id,
      {
        step: stepOf(report.progress),
        items: await itemsOf(db, command, report.items),
      },
      now,
    );
    return undefined;
  });
  if (fault !== undefined) throw new RpcError(rpcCodes.badPayload, fault);
}

/** What the run lists of the items: as they are and numbered, unless their method says otherwise. */
async function itemsOf(
  db: Queries,
  { method, nodeId, params, itemCount }: QueuedCommand,
  reported: CommandReport['items'],
): Promise<Item<Record<string, unknown>>[]> {
  const plain =
    method === 'script.run' || method === 'installer.run' ? eachText(reported, plainLines) : plainTexts(reported);
  const items = plain as Record<string, unknown>[];
  const found = isAgentMethod(method) ? foundBy(method) : undefined;
  if (found)
    return (await found.describe(db, { nodeId, params: params as never }, items as never)) as Item<
      Record<string, unknown>
    >[];
  return items.map((data, index) => ({ key: String(itemCount + index + 1), data }));
}

/** What a run shows of a method's progress. */
function stepOf(progress: unknown) {
  const { stage, done, total } = (progress ?? {}) as { stage?: unknown; done?: unknown; total?: unknown };
  if (typeof done !== 'number' || typeof total !== 'number') return undefined;
  return { stage: typeof stage === 'string' ? stage : 'work', done, total };
}

function faultOf(command: QueuedCommand, { number, progress, items }: CommandReport): string | undefined {
  const { method } = command;
  if (!isAgentMethod(method)) return `This server has no method ${method}`;
  const entry = agentMethodOf(method);
  if (number !== command.reported + 1) return `A report of ${method} is missing: ${number} after ${command.reported}`;
  const bytes = bytesOf(progress) + bytesOf(items);
  if (bytes > entry.budget.report) return `A report of ${method} is too large: ${bytes} bytes`;
  if (command.itemCount + items.length > entry.budget.items)
    return `${method} reported more than ${entry.budget.items} items`;
  const fault = progress === undefined ? undefined : findFault(entry.progress, progress);
  if (fault !== undefined) return `The progress of ${method} is wrong ${fault}`;
  for (const item of items) {
    const wrong = findFault(entry.item, item);
    if (wrong !== undefined) return `An item of ${method} is wrong ${wrong}`;
  }
  return undefined;
}
