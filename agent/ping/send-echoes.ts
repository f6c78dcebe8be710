import { connectTimes } from './connect-times.ts';
import type { EchoOptions } from './echoes.ts';
import { fpingTimes } from './fping.ts';
import { pingTimes } from './ping-program.ts';

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
