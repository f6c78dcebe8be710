import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('one caller goes on in each iteration of the event loop, in the order in which they came', async () => {
  const turn = createTurns();
  const gone: number[] = [];
  const all = Promise.all([1, 2, 3].map((number) => turn().then(() => gone.push(number))));
  const seen: number[] = [];
  for (let iteration = 0; iteration < 3; iteration += 1) {
    await nextIteration();
    seen.push(gone.length);
  }
  await all;
  expect([gone, seen]).toEqual([[1, 2, 3], expect.arrayContaining([1, 2])]);
});
