import { expect, it } from 'vitest';
import { runsOf } from './sparkline.tsx';

it('ends a run at a check without an answer', () => {
  expect(runsOf([null, 5, 6, null, null, 7]).map((run) => run.map(({ at }) => at))).toEqual([[1, 2], [5]]);
});
