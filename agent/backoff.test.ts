import { expect, it } from 'vitest';
import { createBackoff } from './backoff.ts';

it('doubles the wait up to the longest, draws it from the upper half, and begins again after a reset', () => {
  const low = createBackoff({ first: 100, longest: 1000 }, () => 0);
  expect([low.next(), low.next(), low.next(), low.next(), low.next(), low.next()]).toEqual([
    50, 100, 200, 400, 500, 500,
  ]);
  low.reset();
  expect(low.next()).toBe(50);
  const high = createBackoff({ first: 100, longest: 1000 }, () => 1);
  expect([high.next(), high.next()]).toEqual([100, 200]);
  for (let attempt = 0; attempt < 2000; attempt += 1) expect(high.next()).toBeLessThanOrEqual(1000);
});
