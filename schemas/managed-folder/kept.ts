// What the retention of a managed folder keeps. The image manager keeps an image for a time after it was merged into a larger one (F07-16,
// F07-17), so the days on which weeks and months end (F07-11 … F07-14) decide as well. Days are `2026-11-27`, by the computer's calendar.
import { addDays, weekDayOf } from '../backup-job/days.ts';

export interface FolderPolicy {
  consolidationEnabled?: boolean | undefined;
  weeklyConsolidationDay?: string | undefined;
  monthlyConsolidationRelative?: boolean | undefined;
  monthlyConsolidationDay?: number | undefined;
  relativeWeekNumber?: string | undefined;
  monthlyConsolidationDayOfWeek?: string | undefined;
  retentionEnabled?: boolean | undefined;
  daysToRetainIntraDailyImages?: number | undefined;
  daysToRetainConsolidatedDailyImages?: number | undefined;
  daysToRetainConsolidatedWeeklyImages?: number | undefined;
  monthsToRetainConsolidatedMonthlyImages?: number | undefined;
  moveConsolidatedImagesToSubDirectory?: boolean | undefined;
}

export interface KeptImages {
  images: 'intraDaily' | 'daily' | 'weekly' | 'monthly';
  /** Days, or months for monthly images. */
  keptFor: number;
  /** The oldest day that such an image of stands for at least; undefined where none was made yet. */
  since: string | undefined;
}

const weeks = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];

/**
 * The oldest image of each kind that a folder which is managed for long has at the end of `today`; undefined for answers that are not
 * complete, and where nothing is deleted (`keepsAll`).
 */
export function keptImages(policy: FolderPolicy, today: string): KeptImages[] | undefined {
  const {
    daysToRetainIntraDailyImages: intraDaily,
    daysToRetainConsolidatedDailyImages: daily,
    daysToRetainConsolidatedWeeklyImages: weekly,
    monthsToRetainConsolidatedMonthlyImages: monthly,
  } = policy;
  if (keepsAll(policy) || endOfMonth(policy, today) === undefined || weekEnd(policy, today) === undefined)
    return undefined;
  if (intraDaily === undefined || daily === undefined || weekly === undefined || monthly === undefined)
    return undefined;
  const made = (day: string | undefined) => (day !== undefined && day <= today ? day : undefined);
  return [
    { images: 'intraDaily', keptFor: intraDaily, since: addDays(today, -intraDaily) },
    // The images of a week are merged when it ends.
    { images: 'daily', keptFor: daily, since: made(mapDay(weekEnd(policy, addDays(today, -daily)), -6)) },
    { images: 'weekly', keptFor: weekly, since: made(firstWeekOf(policy, addDays(today, -weekly))) },
    { images: 'monthly', keptFor: monthly, since: made(monthEnd(policy, addMonths(today, -monthly))) },
  ];
}

/** Whether the image manager deletes nothing: retention is off, or it merges nothing that could be deleted. */
export function keepsAll({ retentionEnabled, consolidationEnabled }: FolderPolicy): boolean {
  return retentionEnabled !== true || consolidationEnabled !== true;
}

/** The last day of the week that `day` is in; undefined without the day on which weeks end. */
export function weekEnd({ weeklyConsolidationDay }: FolderPolicy, day: string): string | undefined {
  return Array.from({ length: 7 }, (_, later) => addDays(day, later)).find(
    (each) => weekDayOf(each) === weeklyConsolidationDay,
  );
}

/** The last day of the month that `day` is in, as the folder counts months; undefined for answers that are not complete. */
export function monthEnd(policy: FolderPolicy, day: string): string | undefined {
  const first = `${day.slice(0, 7)}-01`;
  const own = endOfMonth(policy, first);
  return own !== undefined && own < day ? endOfMonth(policy, addMonths(first, 1)) : own;
}

export interface Consolidation {
  /** The last day of the week or month: its images are merged at the end of it. */
  day: string;
  images: 'weekly' | 'monthly';
}

/** The next merges of images, at most `most`, from `today` on (F07-11 … F07-14); none where consolidation is off or an answer is missing. */
export function nextConsolidations(policy: FolderPolicy, today: string, most: number): Consolidation[] {
  if (policy.consolidationEnabled !== true) return [];
  const following = (endOf: typeof weekEnd, images: Consolidation['images']): Consolidation[] => {
    const days: Consolidation[] = [];
    for (let from = today; days.length < most;) {
      const day = endOf(policy, from);
      if (day === undefined) return days;
      days.push({ day, images });
      from = addDays(day, 1);
    }
    return days;
  };
  return [...following(weekEnd, 'weekly'), ...following(monthEnd, 'monthly')]
    .toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? -1 : 1))
    .slice(0, most);
}

/** The first week that ends in the month of `day`, as the folder counts months. */
function firstWeekOf(policy: FolderPolicy, day: string): string | undefined {
  const end = monthEnd(policy, day);
  const before = end === undefined ? undefined : endOfMonth(policy, addMonths(`${end.slice(0, 7)}-01`, -1));
  return before === undefined ? undefined : weekEnd(policy, addDays(before, 1));
}

/** Of the calendar month that `day` is in. */
function endOfMonth(policy: FolderPolicy, day: string): string | undefined {
  const first = `${day.slice(0, 7)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  if (policy.monthlyConsolidationRelative !== true) {
    const { monthlyConsolidationDay: wanted } = policy;
    if (wanted === undefined || !Number.isInteger(wanted) || wanted < 1) return undefined;
    return addDays(first, Math.min(wanted, Number(last.slice(8))) - 1);
  }
  const days = Array.from({ length: Number(last.slice(8)) }, (_, later) => addDays(first, later)).filter(
    (each) => weekDayOf(each) === policy.monthlyConsolidationDayOfWeek,
  );
  const { relativeWeekNumber: week = '' } = policy;
  return week === 'LAST' ? days.at(-1) : days[weeks.indexOf(week)];
}

function mapDay(day: string | undefined, count: number): string | undefined {
  return day === undefined ? undefined : addDays(day, count);
}

/** A month without the day has it on its last one. */
function addMonths(day: string, count: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const first = new Date(Date.UTC(Math.floor(months / 12), months % 12, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0)).toISOString().slice(8, 10);
  return addDays(first, Math.min(Number(day.slice(8)), Number(next)) - 1);
}
