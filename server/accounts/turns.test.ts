import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('runs two at once, lets three wait, and refuses the sixth (S7)', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 });
  let running = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const begun = Array.from({ length: 5 }, () => inTurn(work));
  await expect(inTurn(work)).rejects.toMatchObject({ code: 'rate_limited', extra: { retryAfter: 2 } });
  for (let ended = 0; ended < 5; ended++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  await Promise.all(begun);
  expect(most).toBe(2);
});

it('hands the turn on when work fails', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
