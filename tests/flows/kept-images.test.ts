import { describe, expect, it } from 'vitest';
import {
  keepsAll,
  keptImages,
  monthEnd,
  nextConsolidations,
  weekEnd,
  type FolderPolicy,
} from '#schemas/managed-folder/kept.ts';

// A Friday.
const today = '2026-11-27';
const policy: FolderPolicy = {
  consolidationEnabled: true,
  weeklyConsolidationDay: 'SAT',
  monthlyConsolidationRelative: false,
  monthlyConsolidationDay: 31,
  retentionEnabled: true,
  daysToRetainIntraDailyImages: 7,
  daysToRetainConsolidatedDailyImages: 28,
  daysToRetainConsolidatedWeeklyImages: 90,
  monthsToRetainConsolidatedMonthlyImages: 12,
};
const since = (more: FolderPolicy = {}, day = today) =>
  keptImages({ ...policy, ...more }, day)?.map(({ images, since: oldest }) => `${images} ${oldest ?? 'none'}`);

describe('what the retention of a managed folder keeps', () => {
  it('counts from the day on which images were merged (F07-16, F07-17)', () => {
    expect(since()).toEqual([
      'intraDaily 2026-11-20',
      // 28 days ago was Friday 30 October; its week ended on the 31st, and began on the 25th.
      'daily 2026-10-25',
      // 90 days ago was 29 August; its month ended on the 31st, and its first week on Saturday 1 August.
      'weekly 2026-08-01',
      'monthly 2025-11-30',
    ]);
  });

  it('follows the days on which weeks and months end (F07-11, F07-13, F07-14)', () => {
    expect(since({ weeklyConsolidationDay: 'THU' })?.[1]).toBe('daily 2026-10-30');
    expect(since({ monthlyConsolidationDay: 15 })?.slice(2)).toEqual(['weekly 2026-08-22', 'monthly 2025-12-15']);
    const relative = {
      monthlyConsolidationRelative: true,
      relativeWeekNumber: 'LAST',
      monthlyConsolidationDayOfWeek: 'FRI',
    };
    expect(since(relative)?.slice(2)).toEqual(['weekly 2026-08-29', 'monthly 2025-11-28']);
  });

  it('says that an image was not made yet', () => {
    // The month ended yesterday, and its weeks are gone a day later: the first week of the new one has not ended.
    const short = { daysToRetainConsolidatedWeeklyImages: 1, monthlyConsolidationDay: 25 };
    expect(since(short)?.[2]).toBe('weekly none');
  });

  it('ends a month without the day on its last one, and finds the relative day (F07-13, F07-14)', () => {
    expect(monthEnd(policy, '2027-02-10')).toBe('2027-02-28');
    expect(monthEnd({ ...policy, monthlyConsolidationDay: 15 }, '2026-11-16')).toBe('2026-12-15');
    const relative = (relativeWeekNumber: string) =>
      monthEnd(
        { monthlyConsolidationRelative: true, relativeWeekNumber, monthlyConsolidationDayOfWeek: 'MON' },
        '2026-11-01',
      );
    expect(['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'LAST'].map(relative)).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ]);
    expect(weekEnd(policy, '2026-11-28')).toBe('2026-11-28');
  });

  it('is everything while retention or consolidation is off (F07-11, F07-15)', () => {
    expect(keepsAll(policy)).toBe(false);
    for (const off of [{ retentionEnabled: false }, { consolidationEnabled: false }]) {
      expect(keepsAll({ ...policy, ...off })).toBe(true);
      expect(since(off)).toBeUndefined();
    }
  });

  it('is not told for answers that are not complete', () => {
    for (const name of [
      'weeklyConsolidationDay',
      'monthlyConsolidationDay',
      'daysToRetainConsolidatedDailyImages',
      'monthsToRetainConsolidatedMonthlyImages',
    ])
      expect(since({ [name]: undefined })).toBeUndefined();
  });
});

describe('the next merges of a managed folder', () => {
  const merges = (more: FolderPolicy = {}, day = today, most = 10) =>
    nextConsolidations({ ...policy, ...more }, day, most).map(({ day: at, images }) => `${at} ${images}`);

  it('are the ends of weeks and months in their order (F07-11, F07-13)', () => {
    expect(merges()).toEqual([
      '2026-11-28 weekly',
      '2026-11-30 monthly',
      '2026-12-05 weekly',
      '2026-12-12 weekly',
      '2026-12-19 weekly',
      '2026-12-26 weekly',
      '2026-12-31 monthly',
      '2027-01-02 weekly',
      '2027-01-09 weekly',
      '2027-01-16 weekly',
    ]);
  });

  it('begin with today, and may fall on one day (F07-14)', () => {
    const relative = {
      monthlyConsolidationRelative: true,
      relativeWeekNumber: 'LAST',
      monthlyConsolidationDayOfWeek: 'SAT',
    };
    expect(merges(relative, '2026-11-28', 3)).toEqual(['2026-11-28 weekly', '2026-11-28 monthly', '2026-12-05 weekly']);
  });

  it('are none while consolidation is off or a day is missing', () => {
    expect(merges({ consolidationEnabled: false })).toEqual([]);
    expect(merges({ weeklyConsolidationDay: undefined }).every((merge) => merge.endsWith('monthly'))).toBe(true);
  });
});
