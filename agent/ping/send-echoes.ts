import { connectTimes } from './connect-times.ts';
import { fpingTimes } from './fping.ts';
import { pingTimes } from './ping-program.ts';

export interface EchoOptions {
  /** Requests, one a second. */
  readonly count: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Round trips of the replies in milliseconds; undefined when this way cannot be used on this device. */
export type Echoes = (address: string, options: EchoOptions) => Promise<number[] | undefined>;

/** Sends ICMP by `fping`, else by `ping`, and opens TCP connections where the device has neither or may use neither. */
export async function sendEchoes(
  address: string,
  options: EchoOptions,
): Promise<{ method: 'icmp' | 'tcp'; roundTrips: number[] }> {
  for (const way of [fpingTimes, pingTimes]) {
    const roundTrips = await way(address, options);
    options.signal.throwIfAborted();
    if (roundTrips) return { method: 'icmp', roundTrips };
  }
  return { method: 'tcp', roundTrips: await connectTimes(address, options) };
}
