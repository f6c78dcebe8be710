import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

const untilAborted = (_: unknown, signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

it('refuses a request while another one runs, and handles the next one after it', async () => {
  let release: (reply: string) => void = () => undefined;
  const handle = oneAtATime(new AbortController().signal, { busy: 'Busy', seconds: 5 }, () => {
    return new Promise<string>((resolve) => (release = resolve));
  });
  const first = handle(1);
  await expect(handle(2)).rejects.toThrow('Busy');
  release('first');
  expect(await first).toBe('first');
  const second = handle(3);
  release('second');
  expect(await second).toBe('second');
});

it('aborts a request that takes too long, and one under way when the agent stops', async () => {
  const stopping = new AbortController();
  const limited = oneAtATime(stopping.signal, { busy: 'Busy', seconds: 0.05 }, untilAborted);
  await expect(limited(1)).rejects.toThrow('The request took longer than 0.05 s');
  const work = oneAtATime(stopping.signal, { busy: 'Busy', seconds: 5 }, untilAborted)(1);
  stopping.abort(new Error('the agent stops'));
  await expect(work).rejects.toThrow('the agent stops');
});

it('leaves no listener on the signal of the agent', async () => {
  const { signal } = new AbortController();
  const handle = oneAtATime(signal, { busy: 'Busy', seconds: 5 }, async (fails: boolean) => {
    if (fails) throw new Error('failed');
  });
  for (let count = 0; count < 20; count += 1) await handle(count % 2 === 0).catch(() => undefined);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
