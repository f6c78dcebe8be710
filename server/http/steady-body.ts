import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';
import { Refused } from '../refused.ts';
import type { Settings } from '../settings.ts';

const REQUEST_SECONDS = 60;

export const requestSecondsOf = ({ requestSeconds = REQUEST_SECONDS }: Pick<Settings, 'requestSeconds'>) =>
  requestSeconds;

/**
 * Bytes a second that a body brings at least, averaged over the time limit of a request, or it makes no progress. 16 KiB is what a line
 * of 128 kbit/s carries: an installer of 4 GiB would take three days over it, and an upload lives for one. A sender that is slower only holds
 * a connection and the memory of a piece, which it can for `largestPiece` / 16 KiB/s = 8.5 minutes.
 */
const leastPerSecond = 16 * 1024;
/** Connections whose body has a time limit of its own. */
const steady = new WeakSet<Socket>();

/**
 * The time limit of a request is one of the whole request, and Node answers 408 after it, also while the server itself is slow. It does
 * not apply to bodies that `steadyBody` reads.
 */
export function exemptSteadyBodies({ server }: FastifyInstance): void {
  const usual = server.listeners('clientError');
  server.removeAllListeners('clientError');
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && steady.has(socket)) return;
    for (const listener of usual) listener.call(server, error, socket);
  });
}

/**
 * The parts of a body that may take as long as it makes progress. Counts only the time in which the sender is waited for, not that in
 * which its parts are stored.
 * @throws Refused `upload_stalled` after `seconds` of waiting in which less than `leastPerSecond` bytes came in each
 */
export async function* steadyBody(
  body: AsyncIterable<Buffer> & { socket: Socket },
  seconds: number,
): AsyncGenerator<Buffer> {
  const parts = body[Symbol.asyncIterator]();
  const { socket } = body;
  steady.add(socket);
  let waited = 0;
  let bytes = 0;
  try {
    for (;;) {
      const begun = performance.now();
      const { done, value } = await within(parts.next(), seconds * 1000 - waited);
      if (done === true) return;
      waited += performance.now() - begun;
      bytes += value.length;
      if (bytes >= leastPerSecond * seconds) waited = bytes = 0;
      yield value;
    }
  } finally {
    steady.delete(socket);
  }
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Refused('upload_stalled')), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
