import { asc, inArray, sql } from 'drizzle-orm';
import { bytesOf, findFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, isAgentMethod, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { CommandReport } from '#api/contract/agent.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Database, Queries } from '../database/database.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { batched } from '../database/batched.ts';
import type { Item } from '../runs/report.ts';
import { storeReportedRuns } from '../runs/store-report.ts';
import { finishCommands, type CommandEnd, type QueuedCommand, type Teller } from './command-queue.ts';
import { foundBy } from './found-items.ts';
import { eachText, plainLines, plainTexts } from './plain-text.ts';

interface Reporting {
  nodeId: number;
  report: CommandReport;
}

/** Stores a report. @throws RpcError when the agent should stop the command. */
export type StoreReport = (nodeId: number, report: CommandReport) => Promise<void>;

/**
 * Stores the progress and the items of running commands, those of many commands together. A report that was stored before changes nothing;
 * one that breaks the schema or the budget of its method fails the command.
 */
export function createReportStore({ database, live }: { database: Database; live: Teller }): StoreReport {
  const store = batched<Reporting, RpcError | undefined>({
    keyOf: ({ report }) => report.commandId,
    run: (reports) => database.transaction((db) => storeReports(db, live, reports, new Date())),
  });
  return async (nodeId, report) => {
    const refused = await store({ nodeId, report });
    if (refused) throw refused;
  };
}

/** Why each of the reports is refused, if it is. */
async function storeReports(
  db: Queries,
  live: Teller,
  reports: readonly Reporting[],
  now: Date,
): Promise<(RpcError | undefined)[]> {
  const ids = reports.map(({ report }) => report.commandId);
  // By their ids, so that no two servers wait for each other.
  const locked = await db
    .select()
    .from(agentCommand)
    .where(inArray(agentCommand.id, ids))
    .orderBy(asc(agentCommand.id))
    .for('update');
  const commands = new Map(locked.map((command) => [command.id, command]));
  const wrong = new Map<string, CommandEnd>();
  const stored: { id: string; reported: number; itemCount: number }[] = [];
  const runs: Parameters<typeof storeReportedRuns>[2][number][] = [];
  const refused: (RpcError | undefined)[] = [];
  for (const { nodeId, report } of reports) {
    const found = commands.get(report.commandId);
    const command = found?.nodeId === nodeId ? found : undefined;
    const judged = judge(command, report);
    refused.push(judged);
    if (judged?.code === rpcCodes.badPayload) wrong.set(report.commandId, { state: 'failed', error: judged.message });
    if (judged !== undefined || command === undefined || report.number <= command.reported) continue;
    const itemCount = command.itemCount + report.items.length;
    stored.push({ id: command.id, reported: report.number, itemCount });
    const items = await itemsOf(db, command, report.items);
    runs.push({ id: command.id, step: stepOf(report.progress), items, fresh: foundOf(command) === undefined });
  }
  if (wrong.size > 0) await finishCommands(db, live, wrong, now);
  if (stored.length === 0) return refused;
  await db.execute(sql`
    update ${agentCommand} c set reported = e.reported, item_count = e."itemCount"
    from json_to_recordset(${JSON.stringify(stored)}::json) as e(id uuid, reported int, "itemCount" int) where c.id = e.id`);
  await storeReportedRuns(db, live, runs, now);
  return refused;
}

function judge(command: QueuedCommand | undefined, report: CommandReport): RpcError | undefined {
  if (command && report.number <= command.reported) return undefined;
  if (command?.state !== 'pending') return new RpcError(rpcCodes.cancelled, 'The command has ended');
  const fault = faultOf(command, report);
  return fault === undefined ? undefined : new RpcError(rpcCodes.badPayload, fault);
}

const foundOf = ({ method }: QueuedCommand) => (isAgentMethod(method) ? foundBy(method) : undefined);

/** Methods whose items are the output of a program. */
const withOutput: ReadonlySet<string> = new Set<AgentMethod>(['script.run', 'installer.run', 'application.run']);

/** What the run lists of the items: as they are and numbered, unless their method says otherwise. */
async function itemsOf(
  db: Queries,
  command: QueuedCommand,
  reported: CommandReport['items'],
): Promise<Item<Record<string, unknown>>[]> {
  const { method, nodeId, params, itemCount } = command;
  const plain = withOutput.has(method) ? eachText(reported, plainLines) : plainTexts(reported);
  const items = plain as Record<string, unknown>[];
  const found = foundOf(command);
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
