import { expect, it } from 'vitest';
import type { StoredProgress } from '../database/schema/runs.ts';
import { nextProgress, toProgress } from './pace.ts';

const start = Date.parse('2026-11-24T08:00:00.000Z');
const at = (seconds: number) => new Date(start + seconds * 1000);
const queued: StoredProgress = { stage: 'write', stages: ['write', 'sort'], done: 0, total: 0 };

/** A run that reports each second: `perSecond` more each time. */
function reported(seconds: number, perSecond: number, from = queued, first = 0): StoredProgress {
  let stored = from;
  for (let second = first; second <= first + seconds; second += 1) {
    const done = (from.at === undefined ? 0 : from.done) + perSecond * (second - first);
    stored = nextProgress(stored, { stage: 'write', done, total: 10_000 }, ['write', 'sort'], at(second));
  }
  return stored;
}

it('tells rate and time left by the instants of the reports', () => {
  expect(toProgress(reported(20, 100), true, at(20))).toEqual({
    stage: 'write',
    stages: ['write', 'sort'],
    done: 2000,
    total: 10_000,
    rate: 100,
    secondsLeft: 80,
  });
});

it('tells no rate in the first seconds of a stage, of a run that has ended, and of a total that is unknown no time left', () => {
  expect(toProgress(queued, true, at(0))).toMatchObject({ rate: 0, secondsLeft: null });
  expect(toProgress(reported(2, 100), true, at(2))).toMatchObject({ rate: 0, secondsLeft: null });
  expect(toProgress(reported(20, 100), false, at(20))).toMatchObject({ rate: 0, secondsLeft: null });
  expect(toProgress({ ...reported(20, 100), total: 0 }, true, at(20))).toMatchObject({ rate: 100, secondsLeft: null });
});

it('follows a run that becomes slower, and one that falls silent', () => {
  const fast = reported(20, 100);
  const slow = reported(30, 10, fast, 20);
  const { rate } = toProgress(slow, true, at(50));
  expect(rate).toBeGreaterThan(10);
  expect(rate).toBeLessThan(20);
  expect(toProgress(fast, true, at(50)).rate).toBeLessThan(10);
});

it('begins anew with another stage', () => {
  const sorting = nextProgress(reported(20, 100), { stage: 'sort', done: 500, total: 600 }, ['write', 'sort'], at(21));
  expect(toProgress(sorting, true, at(25))).toMatchObject({ stage: 'sort', rate: 0, secondsLeft: null });
});
