import { expect, it } from 'vitest';
import { sharesUp } from './shares-up.ts';

const point = (at: number, up: number, checks = 1) => ({ at, up, checks, value: null, most: null });

it('has a bar for each check at its own time', () => {
  expect(sharesUp([point(0, 1), point(60, 0), point(120.2, 1)], 60)).toEqual([1, 0, 1]);
});

it('shares a bar among checks that lie near each other, so that none hides that the other was down', () => {
  expect(sharesUp([point(0, 1), point(2, 0), point(60, 1)], 60)).toEqual([0.5, 0.5, 1]);
  expect(sharesUp([point(0, 1, 3), point(10, 0)], 60)).toEqual([0.75, 0.75]);
});

it('begins another bar once half of the time that one stands for is over', () => {
  expect(sharesUp([point(0, 1), point(20, 1), point(40, 0)], 60)).toEqual([1, 1, 0]);
});

it('has none where nothing was checked', () => {
  expect(sharesUp([point(0, 0, 0), point(60, 1)], 60)).toEqual([null, 1]);
  expect(sharesUp([point(0, 0, 0), point(10, 1)], 60)).toEqual([null, 1]);
});
