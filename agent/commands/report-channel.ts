import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandReport } from '#api/contract/agent.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { createBackoff } from '../backoff.ts';

/** The longest pause before a report is sent again, in milliseconds: the server could not store it at the moment. */
const LONGEST_RETRY_MS = 5000;

type Send = (report: CommandReport) => Promise<unknown>;

/** Carries reports over whichever connection there is. */
export interface ReportChannel {
  /** Uses this connection from now on. Returns how to stop. */
  connect(send: Send): () => void;
  /** Sends until the server has answered, over the next connection when this one is lost. @throws RpcError when the server refuses it. */
  deliver(report: CommandReport, signal: AbortSignal): Promise<void>;
}

export function createReportChannel(retryMs: number): ReportChannel {
  let current: Send | undefined;
  const waiting = new Set<() => void>();

  async function connection(signal: AbortSignal): Promise<Send> {
    while (!current) {
      signal.throwIfAborted();
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    }
    return current;
  }

  return {
    connect(send) {
      current = send;
      for (const wake of waiting) wake();
      return () => {
        if (current === send) current = undefined;
      };
    },
    async deliver(report, signal) {
      const backoff = createBackoff({ first: retryMs, longest: LONGEST_RETRY_MS });
      for (;;) {
        const send = await connection(signal);
        try {
          await send(report);
          return;
        } catch (error) {
          const again = error instanceof RpcError && (error.code === rpcCodes.closed || error.code === rpcCodes.busy);
          if (!again) throw error;
        }
        await sleep(backoff.next(), undefined, { signal });
      }
    },
  };
}
