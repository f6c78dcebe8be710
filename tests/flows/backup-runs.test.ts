import { describe, expect, it } from 'vitest';
import { backupsPerDay, nextRuns, oldestKept, type Schedule } from '#schemas/backup-job/runs.ts';

// A Friday.
const now = '2026-11-27T12:00';
const weekly: Schedule = {
  scheduleType: 'WEEKLY',
  fullDays: ['SUN'],
  fullTime: '08:00',
  incrementalDays: ['FRI', 'SUN'],
  incrementalStartTime: '08:00',
  incrementalStopTime: '18:00',
  incrementalInterval: 120,
};
const said = (schedule: Schedule, most = 4, from = now) =>
  nextRuns(schedule, from, most).map(({ at, kind }) => `${at} ${kind}`);

describe('the runs of a backup schedule', () => {
  it('are those of its days and times, and a full backup takes the place of an increment (F06-22, F06-25)', () => {
    expect(said(weekly, 5)).toEqual([
      '2026-11-27T14:00 incremental',
      '2026-11-27T16:00 incremental',
      '2026-11-27T18:00 incremental',
      '2026-11-29T08:00 full',
      '2026-11-29T10:00 incremental',
    ]);
  });

  it('is one for a job that runs later, and none once it ran (F06-20)', () => {
    const later = { scheduleType: 'LATER', runLaterDate: '2026-12-24', runLaterTime: '22:00' };
    expect(said(later)).toEqual(['2026-12-24T22:00 full']);
    expect(said(later, 4, '2026-12-24T22:00')).toEqual([]);
  });

  it('skip a month without the day (F06-21)', () => {
    const monthly: Schedule = { ...weekly, scheduleType: 'MONTHLY', dayOfMonth: [31], incrementalDays: [] };
    expect(said(monthly, 3)).toEqual(['2026-12-31T08:00 full', '2027-01-31T08:00 full', '2027-03-31T08:00 full']);
  });

  it('ignore the incremental part with VSS only, and repeat the full one (F06-19, F06-23)', () => {
    const vss: Schedule = {
      ...weekly,
      scheduleType: 'CONTINUOUS_INCREMENTAL',
      useVssOnly: true,
      fullDays: ['FRI'],
      fullStopTime: '13:00',
      fullInterval: 60,
    };
    expect(said(vss, 3)).toEqual(['2026-11-27T13:00 full', '2026-12-04T08:00 full', '2026-12-04T09:00 full']);
  });
});

describe('backups per day', () => {
  it('count both ends of the interval (F06-23, F06-25)', () => {
    expect(backupsPerDay(weekly)).toEqual({ full: undefined, incremental: 6 });
    expect(backupsPerDay({ ...weekly, incrementalInterval: 601 }).incremental).toBe(1);
  });

  it('take the interval of a monthly schedule for hours (F06-24)', () => {
    const vss = { fullTime: '08:00', fullStopTime: '18:00', fullInterval: 2 };
    expect(backupsPerDay({ ...vss, scheduleType: 'MONTHLY_VSS_ONLY' })).toEqual({ full: 6, incremental: undefined });
    expect(backupsPerDay({ ...vss, scheduleType: 'WEEKLY_VSS_ONLY' })).toEqual({ full: 301, incremental: undefined });
  });

  it('are none while the answers are incomplete', () => {
    expect(backupsPerDay({ scheduleType: 'WEEKLY_VSS_ONLY', fullTime: '08:00' }).full).toBeUndefined();
    expect(backupsPerDay({ ...weekly, incrementalInterval: 0 }).incremental).toBeUndefined();
  });
});

describe('the oldest image that retention keeps', () => {
  it('is as many runs back as images are kept (F06-30)', () => {
    expect(oldestKept(weekly, now, 1)).toBe('2026-11-27T12:00');
    expect(oldestKept(weekly, now, 3)).toBe('2026-11-27T08:00');
    expect(oldestKept(weekly, now, 4)).toBe('2026-11-22T18:00');
  });

  it('is unknown where a year of runs does not fill the number', () => {
    expect(oldestKept(weekly, now, 5000)).toBeUndefined();
  });
});
