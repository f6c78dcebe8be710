import { connectTimes } from '../ping/connect-times.ts';
import { timesInPing } from '../ping/ping-program.ts';
import { runProgram } from '../ping/run-program.ts';
import { sweepByFping } from './fping-sweep.ts';
import { createLimit } from './limit.ts';
import type { PingSettings } from './ping-settings.ts';

/** Pauses between two requests of `fping`; before its version 4 it refuses 1 ms without privileges. */
const INTERVALS_MS = [1, 10];
/** Without privileges `ping` refuses a shorter pause between two requests to one address. */
const SHORTEST_PING_MS = 200;
/** Programs of `ping` that run at the same time. */
const PINGS_AT_ONCE = 64;

/** What the pings of one address come to. */
export interface Pings {
  /** Whether it replied: true with the first reply, false after the last request. */
  answers: Promise<boolean>;
  /** Milliseconds of each reply, once all requests are over. */
  times: Promise<readonly number[]>;
}

interface Pinged extends Pings {
  replied(time: number): void;
  ended(times?: readonly number[]): void;
}

/**
 * Pings addresses at the same time: by `fping`, else by `ping`, else by TCP where the device has neither. `done` resolves once all
 * requests are over. It rejects when the signal aborts; then `answers` and `times` of the other addresses stay pending.
 */
export function startSweep(
  addresses: readonly string[],
  settings: PingSettings,
  signal: AbortSignal,
): { of: (address: string) => Pings; done: Promise<void> } {
  const all = new Map(addresses.map((address) => [address, pingsOf(settings.pingsPerNode)]));
  const of = (address: string): Pinged => {
    const pings = all.get(address);
    if (!pings) throw new Error(`${address} is not part of the sweep`);
    return pings;
  };
  return { of, done: sweep(all, settings, signal) };
}

/** The round trips of each address in milliseconds. */
export async function pingAll(
  addresses: readonly string[],
  settings: PingSettings,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const { of, done } = startSweep(addresses, settings, signal);
  await done;
  return new Map(await Promise.all(addresses.map(async (address) => [address, await of(address).times] as const)));
}

async function sweep(all: ReadonlyMap<string, Pinged>, settings: PingSettings, signal: AbortSignal): Promise<void> {
  const addresses = [...all.keys()];
  const onReply = (address: string, time: number) => all.get(address)?.replied(time);
  let sent = false;
  for (const intervalMs of INTERVALS_MS) {
    sent ||= await sweepByFping(addresses, { settings, intervalMs, signal, onReply });
    signal.throwIfAborted();
  }
  if (sent) {
    for (const pings of all.values()) pings.ended();
    return;
  }
  const limit = createLimit(PINGS_AT_ONCE);
  await Promise.all(
    addresses.map((address) => limit(async () => all.get(address)?.ended(await pingOne(address, settings, signal)))),
  );
}

function pingsOf(count: number): Pinged {
  const replies: number[] = [];
  let answered: (answers: boolean) => void = () => undefined;
  let settle: (times: readonly number[]) => void = () => undefined;
  const ended = (times: readonly number[] = replies) => {
    answered(times.length > 0);
    settle(times);
  };
  return {
    answers: new Promise((resolve) => (answered = resolve)),
    times: new Promise((resolve) => (settle = resolve)),
    replied(time) {
      replies.push(time);
      answered(true);
      if (replies.length === count) ended();
    },
    ended,
  };
}

async function pingOne(address: string, settings: PingSettings, signal: AbortSignal): Promise<readonly number[]> {
  const { pingsPerNode: count, pingTimeoutMS: timeout, pingPacketTTL: ttl } = settings;
  signal.throwIfAborted();
  const pause = Math.max(SHORTEST_PING_MS, settings.delayBetweenPingsMS);
  const args = {
    win32: ['-n', count, '-w', timeout, '-i', ttl],
    darwin: ['-c', count, '-i', pause / 1000, '-W', timeout, '-m', ttl],
  }[process.platform as string] ?? ['-c', count, '-i', pause / 1000, '-W', timeout / 1000, '-t', ttl];
  const output = await runProgram('ping', [...args.map(String), address], {
    timeoutMs: count * (Math.max(1000, pause) + timeout) + 5000,
    signal,
  });
  signal.throwIfAborted();
  const times = output === undefined ? undefined : timesInPing(output);
  return times ?? connectTimes(address, { count: 1, timeoutMs: timeout, signal });
}
