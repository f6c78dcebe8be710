import { describe, expect, it } from 'vitest';
import { nextTen, startOf, timeOf, usualSchedule, withRepeats, type Schedule } from './schedule.ts';

const now = Date.parse('2026-05-01T12:00Z');
const base = usualSchedule('UTC', now);
const runs = (more: Partial<Schedule>) => nextTen({ ...base, ...more }, now);

describe('the next runs that a picker shows', () => {
  it('are ten', () => {
    expect(runs({})).toHaveLength(10);
    expect(runs({ repeats: 'EVERY', scheduleInterval: 5 })).toHaveLength(10);
    expect(runs({ repeats: 'RUN_ONCE', startDate: '2026-05-02' })).toHaveLength(1);
    expect(runs({ repeats: 'RUN_ONCE' })).toEqual([]);
  });

  it.each([
    ['no date', { startDate: '' }],
    ['no count', { repeatsEveryCount: 0 }],
    ['a count beyond the most of its way (C20-08)', { repeats: 'HOURLY', repeatsEveryCount: 13 }],
    ['an interval that is too short', { repeats: 'EVERY', scheduleInterval: 0 }],
    ['no interval', { repeats: 'EVERY' }],
    ['no last day', { end: { type: 'ON', occurenceCount: 1, endDate: null } }],
    ['no number of runs', { end: { type: 'AFTER', occurenceCount: 0, endDate: null } }],
  ] as [string, Partial<Schedule>][])('are unknown with %s', (_what, more) => {
    expect(runs(more)).toBeUndefined();
  });
});

it('forgets what another way to repeat does not ask', () => {
  const every = withRepeats({ ...base, repeatsEveryCount: 7 }, 'EVERY');
  expect(every).toMatchObject({ repeatsEveryCount: 1, scheduleInterval: 60 });
  expect(withRepeats(every, 'DAILY')).not.toHaveProperty('scheduleInterval');
  const ended: Schedule = { ...base, end: { type: 'ON', occurenceCount: 1, endDate: '2026-06-01' } };
  expect(withRepeats(ended, 'RUN_ONCE').end).toEqual({ type: 'NEVER', occurenceCount: 1, endDate: null });
  expect(withRepeats(ended, 'WEEKLY').end).toEqual(ended.end);
});

it('reads every time of day that it writes', () => {
  for (let minute = 0; minute < 1440; minute += 1) {
    const time = { runAtHour: Math.floor(minute / 60), runAtMinute: minute % 60 };
    expect(startOf(timeOf({ ...base, ...time }))).toEqual(time);
  }
  expect(startOf('')).toEqual({});
});
