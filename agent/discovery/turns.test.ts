import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('one caller goes on in each iteration of the event loop, in the order in which they came', async () => {
  const { first } = createTurns();
  const gone: number[] = [];
  const all = Promise.all([1, 2, 3].map((number) => first().then(() => gone.push(number))));
  const seen: number[] = [];
  for (let iteration = 0; iteration < 3; iteration += 1) {
    await nextIteration();
    seen.push(gone.length);
  }
  await all;
  expect([gone, seen]).toEqual([[1, 2, 3], expect.arrayContaining([1, 2])]);
});

it('who asks to go first goes before all that wait after it', async () => {
  const { first, after } = createTurns();
  const gone: string[] = [];
  await Promise.all([
    after().then(() => gone.push('after 1')),
    after().then(() => gone.push('after 2')),
    first().then(() => gone.push('first')),
  ]);
  expect(gone).toEqual(['first', 'after 1', 'after 2']);
});
