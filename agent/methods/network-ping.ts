import { lookup } from 'node:dns/promises';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { bounded } from '../inventory/bounded.ts';
import { sendEchoes } from '../ping/send-echoes.ts';
import type { MethodHandler } from './method.ts';

type Params = AgentPart<'network.ping', 'params'>;
type Reply = AgentPart<'network.ping', 'item'>;

const TARGETS_AT_ONCE = 4;

/** Pings each target, a few at a time, and reports each as soon as it is known. */
export const networkPing: MethodHandler<'network.ping'> = async (params, { signal, progress, item }) => {
  const waiting = [...params.targets];
  const total = waiting.length;
  let done = 0;
  let reached = 0;
  progress({ done, total });

  async function work(): Promise<void> {
    for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
      const reply = await pingOne(target, params, signal);
      signal.throwIfAborted();
      item(reply);
      done += 1;
      if (reply.received > 0) reached += 1;
      progress({ done, total });
    }
  }
  await Promise.all(Array.from({ length: Math.min(TARGETS_AT_ONCE, total) }, work));
  return { reached, unreachable: total - reached };
};

async function pingOne(target: string, { count, timeoutMs }: Params, signal: AbortSignal): Promise<Reply> {
  const silent = { target, address: '', method: 'icmp', sent: 0, received: 0 } as const;
  const untimed = { minimumMs: null, averageMs: null, maximumMs: null };
  let address: string;
  try {
    ({ address } = await lookup(target));
  } catch (error) {
    return { ...silent, ...untimed, error: bounded(`The name could not be resolved: ${textOf(error)}`, 200) };
  }
  const { method, roundTrips } = await sendEchoes(address, { count, timeoutMs, signal });
  const answered = { ...silent, address: bounded(address, 64), method, sent: count, received: roundTrips.length };
  if (roundTrips.length === 0) return { ...answered, ...untimed, error: '' };
  return {
    ...answered,
    minimumMs: rounded(Math.min(...roundTrips)),
    averageMs: rounded(roundTrips.reduce((sum, each) => sum + each, 0) / roundTrips.length),
    maximumMs: rounded(Math.max(...roundTrips)),
    error: '',
  };
}

function rounded(milliseconds: number): number {
  return Math.min(60_000, Math.round(milliseconds * 1000) / 1000);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
