import { bytesOf } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, isAgentMethod } from '#api/contract/agent-methods/registry.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { Database } from '../database/database.ts';
import type { Secrets } from '../secrets.ts';
import type { AgentConnection } from './agent-connection.ts';
import type { EndCommand } from './command-ends.ts';
import type { CommandEnd, QueuedCommand } from './command-queue.ts';
import { inabilityOf } from './inability.ts';
import type { NoteSent } from './sent-notes.ts';
import { sentParams } from './sent-params.ts';
import { handleResult } from './result-handlers.ts';

/** Stores how a command ends, and decrypts the secrets that are sent to its agent. */
export interface Store {
  database: Database;
  secrets: Pick<Secrets, 'open' | 'derive'>;
  noteSent: NoteSent;
  endCommand: EndCommand;
}

const NOT_THERE = 'A credential of the command was removed.';

/** What the hub does after a command has changed something. */
interface Effects {
  deviceChanged(): Promise<void>;
  deviceGone(): void;
}

/** Asks the connected agent to run the command and stores how it ended. Without an answer the command stays queued. */
export async function runCommand(
  store: Store,
  connection: AgentConnection,
  command: QueuedCommand,
  effects: Effects,
): Promise<void> {
  const { id, nodeId, method } = command;
  const { database, secrets } = store;
  const finish = (end: CommandEnd) => store.endCommand(id, end);
  const refusal = isAgentMethod(method) ? inabilityOf(connection, method) : `This server has no method ${method}`;
  if (refusal !== undefined || !isAgentMethod(method)) return finish({ state: 'failed', error: refusal ?? '' });
  const params = await sentParams({ db: database, secrets }, { nodeId, method, params: command.params });
  if (params === undefined) return finish({ state: 'failed', error: NOT_THERE });
  if (!(await store.noteSent(id))) return;
  try {
    const result = await connection.run({ ...command, params });
    const bytes = bytesOf(result);
    const most = agentMethodOf(method).budget.result;
    if (bytes > most)
      return await finish({
        state: 'failed',
        error: `The result of ${method} is too large: ${bytes} bytes, at most ${most}`,
      });
    const { kept, gone, changed } = await handleResult(database, method, nodeId, result, new Date());
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
  { endCommand }: Pick<Store, 'endCommand'>,
  connection: AgentConnection,
  command: QueuedCommand,
  { awaited }: { awaited: boolean },
): Promise<void> {
  try {
    await connection.cancel(command.id);
    if (!awaited) await endCommand(command.id, { state: 'cancelled' });
  } catch (error) {
    // The command goes on: its own answer, or its time, ends it.
    if (!(error instanceof RpcError)) throw error;
  }
}

/** Undefined for a command that stays queued: the agent executes it once, however often it is sent. */
function endOf({ code, message }: RpcError): CommandEnd | undefined {
  if (code === rpcCodes.closed || code === rpcCodes.busy) return undefined;
  if (code === rpcCodes.cancelled) return { state: 'cancelled' };
  return { state: code === rpcCodes.interrupted ? 'interrupted' : 'failed', error: message };
}
