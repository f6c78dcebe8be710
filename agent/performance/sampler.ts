import { setTimeout as sleep } from 'node:timers/promises';
import {
  mostKeptSamples,
  mostReportedSamples,
  reportEverySeconds,
  type PerformanceReport,
  type PerformanceSample,
} from '#api/contract/agent-methods/performance.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

type Send = (report: PerformanceReport) => Promise<unknown>;

/** Takes a sample at every interval, and keeps those that no server has acknowledged. */
export interface Sampler {
  /** Reports over this connection from now on. Returns how to stop. */
  connect(send: Send): () => void;
  stop(): void;
}

interface Options {
  read(): Promise<PerformanceSample>;
  /** Milliseconds between two samples. */
  everyMs: number;
  /** Milliseconds between two reports while there are more samples than one holds. */
  catchUpMs?: number;
}

/** Refusals that say nothing about the samples: they are sent again with the next one. */
const passing: ReadonlySet<number> = new Set([rpcCodes.busy, rpcCodes.internal, rpcCodes.notReady, rpcCodes.closed]);

export function createSampler({ read, everyMs, catchUpMs = 2000 * reportEverySeconds }: Options): Sampler {
  const kept: PerformanceSample[] = [];
  let current: Send | undefined;
  let reading = false;
  let reporting = false;

  async function take(): Promise<void> {
    // A disk that does not answer holds up one sample, not one more every minute.
    if (reading) return;
    reading = true;
    try {
      kept.push(await read());
      if (kept.length > mostKeptSamples) kept.shift();
    } finally {
      reading = false;
    }
    await report();
  }

  async function report(): Promise<void> {
    if (reporting) return;
    reporting = true;
    try {
      for (let send = current; send && kept.length > 0; send = current) {
        const samples = kept.slice(0, mostReportedSamples);
        if (!(await wasTaken(send, samples))) return;
        // The oldest may have been dropped for a new one meanwhile.
        kept.splice(0, kept.findLastIndex((sample) => samples.includes(sample)) + 1);
        if (kept.length > 0) await sleep(catchUpMs);
      }
    } finally {
      reporting = false;
    }
  }

  const timer = setInterval(() => void take().catch(() => undefined), everyMs);
  timer.unref();
  return {
    connect(send) {
      current = send;
      void report();
      return () => {
        if (current === send) current = undefined;
      };
    },
    stop: () => clearInterval(timer),
  };
}

/** Whether the server needs these samples no more: it stored them, or never will. */
async function wasTaken(send: Send, samples: PerformanceSample[]): Promise<boolean> {
  try {
    await send({ sentAt: new Date().toISOString(), samples });
    return true;
  } catch (error) {
    return error instanceof RpcError && !passing.has(error.code);
  }
}
