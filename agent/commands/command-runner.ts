import { findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import { agentMethodOf, agentMethods, isAgentMethod, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { CommandReport, RpcMethods } from '#api/contract/agent.ts';
import { RpcError, rpcCodes, type RpcHandlers } from '#api/contract/json-rpc.ts';
import type { MethodContext, MethodHandlers } from '../methods/method.ts';
import type { CommandJournal } from './journal.ts';
import { createReportChannel } from './report-channel.ts';
import { createReports } from './reports.ts';

/** Commands that run at the same time; the server keeps further ones until later. */
const MOST_RUNNING = 8;

export interface CommandRunner {
  /** Answers the server's requests: every method of the registry, and `command.cancel`. */
  readonly handlers: RpcHandlers<RpcMethods>;
  /** Reports over this connection from now on. Returns how to stop. */
  connect(send: (report: CommandReport) => Promise<unknown>): () => void;
  /** Ends what runs as interrupted: the agent stops. */
  stop(): void;
}

interface Options {
  journal: CommandJournal;
  methods: MethodHandlers;
  /** Milliseconds between two reports of a command. */
  reportEveryMs: number;
}

interface Running {
  method: AgentMethod;
  stop(reason: RpcError): void;
}

/** Runs commands, once each, independent of the connection that asked for them. */
export function createCommandRunner({ journal, methods, reportEveryMs }: Options): CommandRunner {
  const channel = createReportChannel(reportEveryMs);
  const running = new Map<string, Running>();

  async function execute(method: AgentMethod, commandId: string, params: unknown): Promise<unknown> {
    const entry = agentMethodOf(method);
    const stopping = new AbortController();
    const { signal } = stopping;
    const stop = (reason: RpcError) => stopping.abort(reason);
    const tooLong = new RpcError(rpcCodes.timedOut, `${method} took longer than ${entry.seconds} s`);
    const limit = setTimeout(() => stop(tooLong), entry.seconds * 1000);
    running.set(commandId, { method, stop });
    const { drain, ...reports } = createReports({
      commandId,
      entry,
      channel,
      signal,
      // All commands together report no more often than one does alone.
      everyMs: () => reportEveryMs * running.size,
      onRefused: stop,
    });
    try {
      const handler = methods[method] as (params: unknown, context: MethodContext<AgentMethod>) => Promise<unknown>;
      const working = handler(params, { commandId, signal, ...reports } as never);
      const result = await untilAborted(working, signal).catch(async (error: unknown) => {
        // Sends what the command found before it failed. A command that was stopped replies at once.
        if (!signal.aborted) await untilAborted(drain(), signal);
        throw error;
      });
      const fault = findPayloadFault(entry.result, result, entry.budget.result);
      if (fault !== undefined) throw new RpcError(rpcCodes.badPayload, `The result of ${method} is wrong ${fault}`);
      await drain();
      signal.throwIfAborted();
      return result;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      // A method that goes on after an error has nobody to report to.
      stop(new RpcError(rpcCodes.cancelled, 'The command has ended'));
      clearTimeout(limit);
      running.delete(commandId);
    }
  }

  async function run(method: AgentMethod, given: unknown): Promise<unknown> {
    const { commandId, ...params } = given as { commandId: string };
    const { params: asked, sent = asked, budget } = agentMethodOf(method);
    const fault = findPayloadFault(sent, params, budget.params);
    if (fault !== undefined) throw new RpcError(rpcCodes.invalidParams, `Invalid params ${fault}`);
    if (!journal.knows(commandId) && running.size >= MOST_RUNNING)
      throw new RpcError(rpcCodes.busy, `This device runs ${MOST_RUNNING} commands already`);
    return journal.once(commandId, () => execute(method, commandId, params));
  }

  async function cancel(given: unknown): Promise<Record<string, never>> {
    const { commandId } = given as { commandId: string };
    const reason = new RpcError(rpcCodes.cancelled, 'The command was cancelled');
    const command = running.get(commandId);
    if (command && !agentMethodOf(command.method).cancellable)
      throw new RpcError(rpcCodes.invalidParams, `${command.method} cannot be cancelled`);
    if (command) command.stop(reason);
    else if (!journal.knows(commandId)) journal.refuse(commandId, reason);
    return {};
  }

  return {
    handlers: {
      ...Object.fromEntries(
        Object.keys(agentMethods)
          .filter(isAgentMethod)
          .map((method) => [method, (params: unknown) => run(method, params)]),
      ),
      'command.cancel': cancel,
    },
    connect: (send) => channel.connect(send),
    stop() {
      const reason = new RpcError(rpcCodes.interrupted, 'The agent stopped in the middle of the command');
      for (const command of running.values()) command.stop(reason);
    },
  };
}

/** The result of the work, or the reason of the signal: a method that does not heed it holds nobody up. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}
