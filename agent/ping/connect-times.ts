import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EchoOptions } from './echoes.ts';

/** HTTPS: the port that most devices either serve or refuse at once. */
const PORT = 443;

/** How long it took to open a TCP connection, or to be refused one: both show that the address is up. */
export async function connectTimes(
  address: string,
  { count, timeoutMs, signal }: EchoOptions,
  port = PORT,
): Promise<number[]> {
  const times: number[] = [];
  for (let request = 0; request < count; request += 1) {
    if (request > 0) await sleep(1000, undefined, { signal });
    const time = await connectTime(address, port, timeoutMs, signal);
    signal.throwIfAborted();
    if (time !== undefined) times.push(time);
  }
  return times;
}

function connectTime(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<number | undefined> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs, signal });
    const settle = (time: number | undefined) => {
      socket.destroy();
      resolve(time);
    };
    socket.once('connect', () => settle(performance.now() - startedAt));
    socket.once('timeout', () => settle(undefined));
    socket.on('error', (error) =>
      settle('code' in error && error.code === 'ECONNREFUSED' ? performance.now() - startedAt : undefined),
    );
  });
}
