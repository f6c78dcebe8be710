import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refused } from '../refused.ts';
import { steadyBody } from './steady-body.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The time limit of a request, in seconds, as the product has it. */
const LIMIT = 60;
const PAUSE_MS = 8000;

/** A sender of so many bytes every eight seconds, 180 times. */
function senderOf(bytes: number): AsyncIterable<Buffer> & { socket: Socket } {
  async function* parts(): AsyncGenerator<Buffer> {
    for (let count = 0; count < 180; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      yield Buffer.alloc(bytes);
    }
  }
  return Object.assign(parts(), { socket: new Socket() });
}

/** Reads it whole. Answers how many bytes came, after how many seconds, and why it ended early. */
async function read(bytes: number, storing = 0): Promise<{ seconds: number; received: number; code?: string }> {
  const begun = performance.now();
  let received = 0;
  let code: string | undefined;
  let done = false;
  const work = (async () => {
    for await (const part of steadyBody(senderOf(bytes), LIMIT)) {
      received += part.length;
      if (storing > 0) await new Promise((resolve) => setTimeout(resolve, storing));
    }
  })()
    .catch((error: unknown) => void (code = error instanceof Refused ? error.code : String(error)))
    .finally(() => void (done = true));
  for (let step = 0; !done && step < 10_000; step += 1) await vi.advanceTimersByTimeAsync(1000);
  await work;
  return {
    seconds: 4 * Math.floor((performance.now() - begun) / 4000),
    received,
    ...(code !== undefined && { code }),
  };
}

it('ends a sender of less than 16 KiB a second after a minute, with what arrived', async () => {
  const bytes = 15 * 1024 * 8;
  expect(await read(bytes)).toEqual({ seconds: LIMIT, received: 7 * bytes, code: 'upload_stalled' });
});

it('lets a sender of 20 KiB a second go on', async () => {
  const bytes = 20 * 1024 * 8;
  expect(await read(bytes)).toEqual({ seconds: 180 * 8, received: 180 * bytes });
});

it('does not count the time in which the server stores what came', async () => {
  const bytes = 20 * 1024 * 8;
  expect(await read(bytes, 15_000)).toEqual({ seconds: 180 * (8 + 15), received: 180 * bytes });
});
