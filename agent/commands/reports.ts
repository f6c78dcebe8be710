import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, findPayloadFault } from '#api/contract/agent-methods/find-fault.ts';
import type { AgentMethodEntry } from '#api/contract/agent-methods/agent-method.ts';
import type { CommandReport } from '#api/contract/agent.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import type { ReportChannel } from './report-channel.ts';

const ITEMS_AT_ONCE = 500;
/** A device may send 2 MB in ten seconds; reports are at most half of it. */
const MOST_BYTES_PER_MS = 100;

interface Options {
  commandId: string;
  entry: AgentMethodEntry;
  channel: ReportChannel;
  signal: AbortSignal;
  /** Milliseconds between two reports of the command, now. */
  everyMs(): number;
  /** The server refused a report. */
  onRefused(error: RpcError): void;
}

/** What one running command has to say, sent at a bounded pace. */
export interface Reports {
  progress(progress: unknown): void;
  item(item: unknown): void;
  /** Resolves once the server has everything. */
  drain(): Promise<void>;
}

export function createReports({ commandId, entry, channel, signal, everyMs, onRefused }: Options): Reports {
  const { budget } = entry;
  const items: unknown[] = [];
  let latest: { progress: unknown } | undefined;
  let number = 0;
  let counted = 0;
  /** The earliest time of the next report, by `performance.now()`. */
  let nextAt = 0;
  let sending: Promise<void> | undefined;

  function next(): CommandReport {
    number += 1;
    // With the brackets and commas of the list, as the server measures it.
    let bytes = (latest ? bytesOf(latest.progress) : 0) + bytesOf([]);
    let size = 0;
    for (const item of items.slice(0, ITEMS_AT_ONCE)) {
      bytes += bytesOf([item]) - 1;
      if (size > 0 && bytes > budget.report) break;
      size += 1;
    }
    const report = { commandId, number, ...latest, items: items.splice(0, size) };
    latest = undefined;
    nextAt = performance.now() + Math.max(everyMs(), bytes / MOST_BYTES_PER_MS);
    return report;
  }

  async function sendAll(): Promise<void> {
    try {
      while (latest || items.length > 0) {
        const pause = nextAt - performance.now();
        if (pause > 0) await sleep(pause, undefined, { signal });
        await channel.deliver(next(), signal);
      }
    } catch (error) {
      if (!signal.aborted)
        onRefused(error instanceof RpcError ? error : new RpcError(rpcCodes.internal, String(error)));
    } finally {
      sending = undefined;
    }
  }

  function add(what: 'progress' | 'item', value: unknown): void {
    const fault = findPayloadFault(entry[what], value, budget.report / 2);
    if (fault !== undefined) throw new RpcError(rpcCodes.badPayload, `The ${what} is wrong ${fault}`);
    if (what === 'progress') latest = { progress: value };
    else items.push(value);
    // Waits for the end of the step, so that an item and the progress that follows it are one report.
    sending ??= Promise.resolve().then(sendAll);
  }

  return {
    progress: (progress) => add('progress', progress),
    item(item) {
      counted += 1;
      if (counted > budget.items)
        throw new RpcError(rpcCodes.badPayload, `The command found more than ${budget.items} items`);
      add('item', item);
    },
    async drain() {
      await sending;
    },
  };
}
