import { describe, expect, it } from 'vitest';
import { localText } from './instant.ts';
import { defaultSchedule, nextRuns, type Schedule } from './schedule.ts';

const base = defaultSchedule({ startDate: '2026-01-01', timeZone: 'Europe/Berlin' });
const runs = (more: Partial<Schedule>, after = '2026-01-01T00:00Z', count?: number) =>
  nextRuns({ ...base, ...more }, { after: Date.parse(after), ...(count !== undefined && { count }) });
const local = (...asked: Parameters<typeof runs>) =>
  runs(...asked).map(({ milliseconds }) => localText(milliseconds, asked[0].timeZone ?? 'Europe/Berlin'));

it('a schedule begins daily at 09:00, on Mondays and the first where those count, without an end (C20-01, C20-02, C20-09)', () => {
  expect(base).toEqual({
    schema: '2.0',
    dayOfMonth: 1,
    daysOfWeek: ['MON'],
    repeats: 'DAILY',
    repeatsEveryCount: 1,
    runAtHour: 9,
    runAtMinute: 0,
    startDate: '2026-01-01',
    end: { type: 'NEVER', occurenceCount: 1, endDate: null },
    timeZone: 'Europe/Berlin',
  });
});

describe('the next runs of a schedule', () => {
  it('are ten, by the clocks of the zone', () => {
    const ten = local({});
    expect(ten).toHaveLength(10);
    expect([ten[0], ten[9]]).toEqual(['2026-01-01T09:00', '2026-01-10T09:00']);
  });

  it('come after the moment, and count from the start', () => {
    expect(local({ repeatsEveryCount: 3 }, '2026-01-04T08:00Z', 2)).toEqual(['2026-01-07T09:00', '2026-01-10T09:00']);
    expect(local({ repeatsEveryCount: 3 }, '2026-01-04T07:59Z', 1)).toEqual(['2026-01-04T09:00']);
    expect(local({ timeZone: 'America/Los_Angeles', runAtHour: 23 }, '2026-01-06T01:00Z', 1)).toEqual([
      '2026-01-05T23:00',
    ]);
  });

  it('are on the days of every second week, which begins on Sunday', () => {
    const weekly = { repeats: 'WEEKLY', repeatsEveryCount: 2, daysOfWeek: ['SUN', 'FRI'] } as const;
    expect(local({ ...weekly, daysOfWeek: [...weekly.daysOfWeek] }, undefined, 4)).toEqual([
      '2026-01-02T09:00',
      '2026-01-11T09:00',
      '2026-01-16T09:00',
      '2026-01-25T09:00',
    ]);
  });

  it('are on the last day of a month for 0, and for a day that it lacks (C20-05)', () => {
    const days = (dayOfMonth: number) =>
      local({ repeats: 'MONTHLY', dayOfMonth }, undefined, 4).map((at) => at.slice(0, 10));
    expect(days(0)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(days(30)).toEqual(['2026-01-30', '2026-02-28', '2026-03-30', '2026-04-30']);
    expect(local({ repeats: 'MONTHLY', repeatsEveryCount: 12 }, undefined, 2)).toEqual([
      '2026-01-01T09:00',
      '2027-01-01T09:00',
    ]);
  });

  it('end never, after so many occurrences, or on a day (C20-02)', () => {
    const end = (type: 'AFTER' | 'ON') => ({ type, occurenceCount: 3, endDate: '2026-01-02' });
    expect(local({ end: end('AFTER') })).toHaveLength(3);
    // Those before the moment count.
    expect(local({ end: end('AFTER') }, '2026-01-02T12:00Z')).toEqual(['2026-01-03T09:00']);
    expect(local({ end: end('ON') })).toEqual(['2026-01-01T09:00', '2026-01-02T09:00']);
    expect(local({ repeats: 'HOURLY', repeatsEveryCount: 12, end: end('AFTER') })).toEqual([
      '2026-01-01T09:00',
      '2026-01-01T21:00',
      '2026-01-02T09:00',
    ]);
    expect(local({ repeats: 'HOURLY', repeatsEveryCount: 12, end: end('ON') })).toHaveLength(4);
  });

  it('are one for RUN_ONCE, and none once it has passed (F13-10)', () => {
    expect(local({ repeats: 'RUN_ONCE' })).toEqual(['2026-01-01T09:00']);
    expect(local({ repeats: 'RUN_ONCE' }, '2026-01-01T08:00Z')).toEqual([]);
  });

  it('have no times for NEVER, a start-up and a login (C20-03)', () => {
    for (const repeats of ['NEVER', 'ON_SYSTEM_STARTUP', 'ON_USER_LOGIN'] as const)
      expect(runs({ repeats })).toEqual([]);
    expect(local({ repeats: 'EVERY', scheduleInterval: 90 }, undefined, 2)).toEqual([
      '2026-01-01T09:00',
      '2026-01-01T10:30',
    ]);
  });

  it('name a time that the clocks skip, which moves on, and one that they show twice, which runs once', () => {
    const night = { runAtHour: 2, runAtMinute: 30 };
    expect(runs({ ...night, startDate: '2026-03-28' }, '2026-03-28T00:00Z', 3)).toEqual([
      { milliseconds: Date.parse('2026-03-28T01:30Z') },
      { milliseconds: Date.parse('2026-03-29T01:30Z'), change: 'skipped' },
      { milliseconds: Date.parse('2026-03-30T00:30Z') },
    ]);
    expect(runs({ ...night, startDate: '2026-10-25' }, '2026-10-24T12:00Z', 2)).toEqual([
      { milliseconds: Date.parse('2026-10-25T01:30Z'), change: 'twice' },
      { milliseconds: Date.parse('2026-10-26T01:30Z') },
    ]);
  });

  it('keep real hours across a change of the clocks when they are hourly', () => {
    const hourly = { repeats: 'HOURLY', runAtHour: 0, startDate: '2026-03-29' } as const;
    expect(local(hourly, '2026-03-28T22:00Z', 3)).toEqual(['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T03:00']);
  });
});
