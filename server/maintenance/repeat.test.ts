import { describe, expect, it } from 'vitest';
import { nextWindow, type Repeat } from '#engine/vocabulary/recurrence.ts';
import { nextRun } from './repeat.ts';

const weekly: Repeat = { repeats: 'WEEKLY', daysOfWeek: ['MON', 'WED'], runAtHour: 2, runAtMinute: 0 };
const monthly = (dayOfMonth: number): Repeat => ({ repeats: 'MONTHLY', dayOfMonth, runAtHour: 2, runAtMinute: 30 });
const next = (repeat: Repeat, after: string, { minutes = 60, timeZone = 'Europe/Berlin' } = {}) => {
  const { from, until } = nextWindow(repeat, { minutes, timeZone, after: Date.parse(after) });
  return [new Date(from).toISOString(), new Date(until).toISOString()];
};

describe('the next window of a recurring maintenance', () => {
  it('is on the next of its weekdays, by the clock of the zone', () => {
    // 23 November 2026 is a Monday.
    expect(next(weekly, '2026-11-23T12:00:00Z')).toEqual(['2026-11-25T01:00:00.000Z', '2026-11-25T02:00:00.000Z']);
    expect(next(weekly, '2026-11-25T02:00:00Z')).toEqual(['2026-11-30T01:00:00.000Z', '2026-11-30T02:00:00.000Z']);
  });

  it('is the one under way, also past midnight', () => {
    expect(next(weekly, '2026-11-25T01:30:00Z')[0]).toBe('2026-11-25T01:00:00.000Z');
    const late: Repeat = { ...weekly, runAtHour: 23 };
    expect(next(late, '2026-11-24T02:00:00Z', { minutes: 480 })[0]).toBe('2026-11-23T22:00:00.000Z');
  });

  it('keeps the local time when the clocks change', () => {
    const sunday: Repeat = { ...weekly, daysOfWeek: ['SUN'], runAtHour: 4 };
    expect(next(sunday, '2026-10-20T00:00:00Z')[0]).toBe('2026-10-25T03:00:00.000Z');
    expect(next(sunday, '2026-10-12T00:00:00Z')[0]).toBe('2026-10-18T02:00:00.000Z');
  });

  it('moves a start that the change to summer time skips, and keeps its length', () => {
    const skipped: Repeat = { repeats: 'WEEKLY', daysOfWeek: ['SUN'], runAtHour: 2, runAtMinute: 30 };
    expect(next(skipped, '2026-03-28T12:00:00Z')).toEqual(['2026-03-29T01:30:00.000Z', '2026-03-29T02:30:00.000Z']);
  });

  it('is on the day of the month, on the last day of shorter months, and on the last day for 0', () => {
    expect(next(monthly(15), '2026-11-23T12:00:00Z', { timeZone: 'UTC' })[0]).toBe('2026-12-15T02:30:00.000Z');
    expect(next(monthly(31), '2027-02-01T12:00:00Z', { timeZone: 'UTC' })[0]).toBe('2027-02-28T02:30:00.000Z');
    expect(next(monthly(0), '2028-02-01T12:00:00Z', { timeZone: 'UTC' })[0]).toBe('2028-02-29T02:30:00.000Z');
    expect(next(monthly(1), '2026-12-01T03:31:00Z', { timeZone: 'UTC' })[0]).toBe('2027-01-01T02:30:00.000Z');
  });
});

describe('the next run of a schedule without an end (F04-56)', () => {
  const at = (schedule: Parameters<typeof nextRun>[0], after: string, timeZone = 'Europe/Berlin') =>
    new Date(nextRun(schedule, { timeZone, after: Date.parse(after) })).toISOString();

  it('is at the minute of every hour, also where the zone is not a whole hour away', () => {
    const hourly = { repeats: 'HOURLY', runAtMinute: 15 } as const;
    expect(at(hourly, '2026-11-23T12:14:59Z')).toBe('2026-11-23T12:15:00.000Z');
    expect(at(hourly, '2026-11-23T12:15:00Z')).toBe('2026-11-23T13:15:00.000Z');
    expect(at(hourly, '2026-11-23T12:00:00Z', 'Asia/Kathmandu')).toBe('2026-11-23T12:30:00.000Z');
    // The clock goes back by half an hour.
    expect(at(hourly, '2026-04-04T14:50:00Z', 'Australia/Lord_Howe')).toBe('2026-04-04T15:45:00.000Z');
  });

  it('is every day at a time, and keeps it when the clocks change', () => {
    const daily = { repeats: 'DAILY', runAtHour: 2, runAtMinute: 30 } as const;
    expect(at(daily, '2026-11-23T01:29:00Z')).toBe('2026-11-23T01:30:00.000Z');
    expect(at(daily, '2026-11-23T01:30:00Z')).toBe('2026-11-24T01:30:00.000Z');
    expect(at(daily, '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:30:00.000Z');
    expect(at(daily, '2026-03-29T01:30:00Z')).toBe('2026-03-30T00:30:00.000Z');
  });

  it('is on the days of a week or a month, after the moment itself', () => {
    const weekly = { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: 2, runAtMinute: 0 } as const;
    expect(at({ ...weekly, daysOfWeek: ['MON'] }, '2026-11-23T01:00:00Z')).toBe('2026-11-30T01:00:00.000Z');
    const monthly = { repeats: 'MONTHLY', dayOfMonth: 31, runAtHour: 2, runAtMinute: 0 } as const;
    expect(at(monthly, '2027-02-01T12:00:00Z', 'UTC')).toBe('2027-02-28T02:00:00.000Z');
  });
});
