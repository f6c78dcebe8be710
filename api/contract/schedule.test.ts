import { describe, expect, it } from 'vitest';
import { Value } from 'typebox/value';
import { Schedule, scheduleProblems } from './schedule.ts';

const usual: Schedule = {
  schema: '2.0',
  dayOfMonth: 1,
  daysOfWeek: ['MON'],
  repeats: 'DAILY',
  repeatsEveryCount: 1,
  runAtHour: 9,
  runAtMinute: 0,
  startDate: '2026-05-01',
  end: { type: 'NEVER', occurenceCount: 1, endDate: null },
  timeZone: 'Europe/Berlin',
};
const fits = (more: object) => Value.Check(Schedule, { ...usual, ...more });

describe('a schedule', () => {
  it.each([
    ['DAILY', 365],
    ['HOURLY', 12],
    ['WEEKLY', 52],
    ['MONTHLY', 12],
  ] as const)('repeats %s at most every %i (C20-08)', (repeats, most) => {
    expect(scheduleProblems({ ...usual, repeats, repeatsEveryCount: most })).toEqual({});
    expect(scheduleProblems({ ...usual, repeats, repeatsEveryCount: most + 1 })).toEqual({
      '/repeatsEveryCount': `At most ${most}`,
    });
  });

  it('fits its shape', () => {
    expect(fits({})).toBe(true);
  });

  it('knows its ways to repeat, days and ends, and no others (C20-02, C20-03, C20-05)', () => {
    for (const repeats of ['NEVER', 'EVERY', 'ON_SYSTEM_STARTUP', 'ON_USER_LOGIN', 'RUN_ONCE'])
      expect(fits({ repeats })).toBe(true);
    for (const wrong of [
      { repeats: 'YEARLY' },
      { dayOfMonth: 32 },
      { dayOfMonth: -1 },
      { daysOfWeek: ['DAY'] },
      { runAtHour: 24 },
      { end: { type: 'LATER', occurenceCount: 1, endDate: null } },
      { scheduleType: 'DAILY' },
    ])
      expect(fits(wrong)).toBe(false);
    expect(fits({ dayOfMonth: 0 })).toBe(true);
  });

  it('says what a way to repeat lacks', () => {
    const { daysOfWeek: _, ...noDays } = usual;
    expect(scheduleProblems({ ...noDays, repeats: 'WEEKLY' })).toHaveProperty('/daysOfWeek');
    expect(scheduleProblems({ ...usual, repeats: 'EVERY' })).toHaveProperty('/scheduleInterval');
    const end = (endDate: string | null) => ({ ...usual, end: { type: 'ON' as const, occurenceCount: 1, endDate } });
    expect(scheduleProblems(end(null))).toHaveProperty(['/end/endDate']);
    expect(scheduleProblems(end('2026-04-30'))).toHaveProperty(['/end/endDate']);
    expect(scheduleProblems(end('2026-05-01'))).toEqual({});
  });
});
