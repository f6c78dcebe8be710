import { describe, expect, it } from 'vitest';
import { figuresOf, fittedStart, rangeEnd, rangeIn, searchOf, spanOf, withGaps } from './ranges.ts';

const point = (at: number, more = {}) => ({ at, value: 10, most: 12, up: 1, checks: 1, ...more });

it('puts a gap where nothing was measured for too long', () => {
  const points = withGaps([point(0), point(60), point(400)], 150);
  expect(points.map(({ at, value, checks }) => [at, value, checks])).toEqual([
    [0, 10, 1],
    [60, 10, 1],
    [135, null, 0],
    [400, 10, 1],
  ]);
});
it('asks for the same end within a minute', () => expect(rangeEnd(61_000)).toBe(rangeEnd(119_000)));

describe('a range in the address', () => {
  it('comes back as it was written', () => {
    for (const range of [{ name: 'week' as const }, { from: 1_780_000_000, to: 1_780_003_600 }])
      expect(rangeIn(searchOf(range))).toEqual(range);
  });
  it('is none where the address says nothing that can be shown', () => {
    for (const said of [
      {},
      { range: 'year' },
      { range: 'toString' },
      { from: '2026-05-01T08:00:00Z' },
      { from: 'yesterday', to: 'today' },
      { from: '2026-05-02T08:00:00Z', to: '2026-05-01T08:00:00Z' },
    ])
      expect(rangeIn(said)).toBeUndefined();
  });
  it('moves on with the time unless both ends are said', () => {
    expect(spanOf({ name: 'hour' }, 7_200_000)).toEqual({ from: 3600, to: 7200 });
    expect(spanOf({ from: 1, to: 2 }, 7_200_000)).toEqual({ from: 1, to: 2 });
  });
});

it('weighs a point by its checks', () => {
  const points = [
    point(0, { value: 10, checks: 9 }),
    point(1, { value: 20, most: 40 }),
    point(2, { value: null, most: null }),
  ];
  expect(figuresOf(points)).toEqual({ average: 11, slowest: 40, checks: 11 });
  expect(figuresOf([])).toEqual({ average: undefined, slowest: undefined, checks: 0 });
});

it('begins a plot where young data begin, and not later than shows five minutes (A20)', () => {
  const span = { from: 0, to: 3600 };
  expect([undefined, 10, 2000, 3590].map((first) => fittedStart(span, first, 60))).toEqual([0, 0, 1940, 3300]);
});

it('counts no failed check as a response (A20)', () => {
  const point = { at: 0, most: 1000, checks: 1 };
  expect(
    figuresOf([
      { ...point, value: 20, most: 20, up: 1 },
      { ...point, value: 1000, up: 0 },
    ]),
  ).toEqual({
    average: 20,
    slowest: 20,
    checks: 2,
  });
});
