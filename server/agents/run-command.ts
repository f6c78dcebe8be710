import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, isAgentMethod, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Database } from '../database/database.ts';
import type { AgentConnection } from './agent-connection.ts';
import { finishCommand, markSent, type CommandEnd, type QueuedCommand } from './command-queue.ts';
import { handleResult } from './result-handlers.ts';

/** What the hub does after a command has changed something. */
interface Effects {
  deviceChanged(): Promise<void>;
  deviceGone(): void;
}

/** Asks the connected agent to run the command and stores how it ended. Without an answer the command stays queued. */
export async function runCommand(
  database: Database,
  connection: AgentConnection,
  command: QueuedCommand,
  effects: Effects,
): Promise<void> {
  const { id, method } = command;
  const finish = (end: CommandEnd) => finishCommand(database, id, end, new Date());
  const refusal = isAgentMethod(method) ? refusalOf(connection, method) : `This server has no method ${method}`;
  if (refusal !== undefined || !isAgentMethod(method)) return finish({ state: 'failed', error: refusal ?? '' });
  if (!(await markSent(database, id, new Date()))) return;
  try {
    const result = await connection.run(command);
    const bytes = bytesOf(result);
    const most = agentMethodOf(method).budget.result;
    if (bytes > most)
      return await finish({
        state: 'failed',
        error: `The result of ${method} is too large: ${bytes} bytes, at most ${most}`,
      });
    const { kept, gone, changed } = await handleResult(database, method, command.nodeId, result, new Date());
    if (gone) return effects.deviceGone();
    await finish({ state: 'done', result: kept });
    if (changed) await effects.deviceChanged();
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    const end = endOf(error);
    if (end) await finish(end);
  }
}

/** Asks the connected agent to stop the command. It is answered by the command's own end, unless that went to an earlier connection. */
export async function stopCommand(
  database: Database,
  connection: AgentConnection,
  command: QueuedCommand,
  { awaited }: { awaited: boolean },
): Promise<void> {
  try {
    await connection.cancel(command.id);
    if (!awaited) await finishCommand(database, command.id, { state: 'cancelled' }, new Date());
  } catch (error) {
    // The command goes on: its own answer, or its time, ends it.
    if (!(error instanceof RpcError)) throw error;
  }
}

function refusalOf({ capabilities }: AgentConnection, method: AgentMethod): string | undefined {
  const { capability } = agentMethodOf(method);
  return capabilities.includes(capability)
    ? undefined
    : `The agent of this device is too old for this: it lacks ${capability}. Install the agent of this server.`;
}

/** Undefined for a command that stays queued: the agent executes it once, however often it is sent. */
function endOf({ code, message }: RpcError): CommandEnd | undefined {
  if (code === rpcCodes.closed || code === rpcCodes.busy) return undefined;
  if (code === rpcCodes.cancelled) return { state: 'cancelled' };
  return { state: code === rpcCodes.interrupted ? 'interrupted' : 'failed', error: message };
}
