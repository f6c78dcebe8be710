import { expect, it } from 'vitest';
import { rangeEnd, withGaps } from './ranges.ts';

const point = (at: number) => ({ at, value: 10, most: 12, up: 1, checks: 1 });

it('puts a gap where nothing was measured for too long', () => {
  const points = withGaps([point(0), point(60), point(400)], 150);
  expect(points.map(({ at, value }) => [at, value])).toEqual([
    [0, 10],
    [60, 10],
    [135, null],
    [400, 10],
  ]);
});
it('asks for the same end within a minute', () => expect(rangeEnd(61_000)).toBe(rangeEnd(119_000)));
