import { connectTimes } from '../ping/connect-times.ts';
import { timesInFping } from '../ping/fping.ts';
import { timesInPing } from '../ping/ping-program.ts';
import { runProgram } from '../ping/run-program.ts';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';

export type PingSettings = Omit<AgentPart<'network.discover', 'params'>, 'addresses' | 'snmpCredentials'>;

/** Round trips in milliseconds, by address. */
type Times = ReadonlyMap<string, readonly number[]>;

/** Without privileges `fping` refuses a shorter pause between two requests to one address … */
const SHORTEST_FPING_MS = 10;
/** … and `ping` a shorter one than this. */
const SHORTEST_PING_MS = 200;

/** Pings a few addresses at the same time: by `fping`, else by `ping`, else by TCP where the device has neither. */
export async function pingAll(
  addresses: readonly string[],
  settings: PingSettings,
  signal: AbortSignal,
): Promise<Times> {
  const times = await byFping(addresses, settings, signal);
  signal.throwIfAborted();
  if (times) return times;
  const each = await Promise.all(
    addresses.map(async (address) => [address, await pingOne(address, settings, signal)] as const),
  );
  return new Map(each);
}

async function byFping(
  addresses: readonly string[],
  settings: PingSettings,
  signal: AbortSignal,
): Promise<Times | undefined> {
  const { pingsPerNode: count, pingTimeoutMS: timeout, pingPacketTTL: ttl } = settings;
  const period = Math.max(SHORTEST_FPING_MS, settings.delayBetweenPingsMS);
  const numbers = ['-C', count, '-p', period, '-t', timeout, '-H', ttl].map(String);
  const output = await runProgram('fping', ['-q', ...numbers, ...addresses], {
    timeoutMs: count * (period + timeout) + 10_000,
    signal,
  });
  if (output === undefined) return undefined;
  const times = addresses.map((address) => [address, timesInFping(output, address)] as const);
  // One line for each address, or it could not send.
  if (times.every(([, found]) => found === undefined)) return undefined;
  return new Map(times.map(([address, found]) => [address, found ?? []]));
}

async function pingOne(address: string, settings: PingSettings, signal: AbortSignal): Promise<readonly number[]> {
  const { pingsPerNode: count, pingTimeoutMS: timeout, pingPacketTTL: ttl } = settings;
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
