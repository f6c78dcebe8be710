// @vitest-environment jsdom
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { CallFailed } from './call-failed.ts';
import { sendFile } from './send-file.ts';

// Node gets the build of the library that sends by `node:http`; this is the one of a page.
vi.mock('tus-js-client', () => import('../node_modules/tus-js-client/dist/tus.js' as string));

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const id = '7f0c8d7e-0d2b-4c57-9d53-6b7b4a3e2f10';
const file = new File(['organization,location\n'], 'shops.csv');
const busy = (seconds: number) =>
  HttpResponse.json(
    {
      resultCode: 'FAILURE',
      errorCode: 'rate_limited',
      errorMessage: 'You are sending too many files.',
      retryAfter: seconds,
    },
    { status: 429 },
  );

/** Serves an upload that refuses so many pieces; answers when each piece came, in milliseconds. */
function refusing(times: number, seconds: number): number[] {
  const pieces: number[] = [];
  server.use(
    http.head(
      '*/api/upload/:id',
      () => new HttpResponse(null, { headers: { 'upload-offset': '0', 'upload-length': String(file.size) } }),
    ),
    http.patch('*/api/upload/:id', () => {
      pieces.push(performance.now());
      if (pieces.length <= times) return busy(seconds);
      return new HttpResponse(null, { status: 204, headers: { 'upload-offset': String(file.size) } });
    }),
  );
  return pieces;
}

function start(most = 10) {
  const refusals: string[] = [];
  const controller = new AbortController();
  const sending = sendFile(id, file, {
    signal: controller.signal,
    retries: { seconds: 0.01, most },
    onProgress: () => undefined,
    onRetry: ({ message }, count) => void refusals.push(`${count} ${message}`),
  });
  return { sending, refusals, controller };
}

it('waits as long as the server says, longer each time, and sends the rest', async () => {
  const pieces = refusing(2, 0.2);
  const { sending, refusals } = start();
  await sending.sent;
  expect(refusals).toEqual(['1 You are sending too many files.', '2 You are sending too many files.']);
  const [first = 0, second = 0, third = 0] = pieces;
  expect(second - first).toBeGreaterThanOrEqual(190);
  expect(third - second).toBeGreaterThanOrEqual(390);
});

it('gives up after as many refusals as it may retry', async () => {
  const pieces = refusing(99, 0.01);
  const { sending } = start(3);
  const failure = await sending.sent.catch((error: CallFailed) => error);
  expect(failure).toMatchObject({ code: 'rate_limited' });
  expect(pieces).toHaveLength(4);
});

it('sends at once when it is paused and goes on during a wait, and only once', async () => {
  const pieces = refusing(1, 0.3);
  const { sending, refusals } = start();
  await expect.poll(() => refusals.length).toBe(1);
  sending.pause(true);
  sending.pause(false);
  await sending.sent;
  await delay(400);
  expect(pieces).toHaveLength(2);
});

it('sends nothing after it was cancelled during a wait', async () => {
  const pieces = refusing(1, 0.1);
  const { refusals, controller } = start();
  await expect.poll(() => refusals.length).toBe(1);
  controller.abort();
  await delay(250);
  expect(pieces).toHaveLength(1);
});
