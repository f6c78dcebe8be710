// The runs that the schedule of a backup job makes, and those whose images its retention keeps. Moments are of the computer's clock,
// `2026-11-27T22:00`, so that no zone enters here.

import { addDays, weekDayOf } from './days.ts';

export interface Schedule {
  scheduleType?: string | undefined;
  useVssOnly?: boolean | undefined;
  runLaterDate?: string | undefined;
  runLaterTime?: string | undefined;
  dayOfMonth?: readonly number[] | undefined;
  fullDays?: readonly string[] | undefined;
  fullTime?: string | undefined;
  fullStopTime?: string | undefined;
  fullInterval?: number | undefined;
  incrementalDays?: readonly string[] | undefined;
  incrementalStartTime?: string | undefined;
  incrementalStopTime?: string | undefined;
  incrementalInterval?: number | undefined;
}
export interface BackupRun {
  /** `2026-11-27T22:00` */
  at: string;
  kind: 'full' | 'incremental';
}

const MINUTES_A_DAY = 1440;
/** Days to look at: a job on the 31st runs in at least one of two months. */
const FARTHEST = 400;

/** Whether the full part repeats within a day, by snapshots alone (F06-23). */
export function isVssOnly({ scheduleType, useVssOnly }: Schedule): boolean {
  if (scheduleType === 'CONTINUOUS_INCREMENTAL') return useVssOnly === true;
  return scheduleType === 'WEEKLY_VSS_ONLY' || scheduleType === 'MONTHLY_VSS_ONLY';
}

/** Whether intervals are hours (F06-24): those of monthly schedules. */
export function isInHours({ scheduleType }: Schedule): boolean {
  return scheduleType === 'MONTHLY' || scheduleType === 'MONTHLY_VSS_ONLY';
}

/** “Backup per day” of the full part and of the incremental part; undefined for a part that is not there or not complete. */
export function backupsPerDay(schedule: Schedule): { full: number | undefined; incremental: number | undefined } {
  const count = (part: number[]): number | undefined => (part.length > 0 ? part.length : undefined);
  return {
    full: isVssOnly(schedule) ? count(fullMinutes(schedule)) : undefined,
    incremental: count(incrementalMinutes(schedule)),
  };
}

/** The next runs after `now`, at most `most` of them. */
export function nextRuns(schedule: Schedule, now: string, most: number): BackupRun[] {
  const runs: BackupRun[] = [];
  for (let day = 0; day <= FARTHEST && runs.length < most; day += 1)
    runs.push(...runsOfDay(schedule, addDays(now.slice(0, 10), day)).filter(({ at }) => at > now));
  return runs.slice(0, most);
}

/** Whether the job runs once, and that moment is past. */
export function isOver({ scheduleType, runLaterDate, runLaterTime }: Schedule, now: string): boolean {
  if (scheduleType !== 'LATER' || runLaterDate === undefined || minuteOf(runLaterTime) === undefined) return false;
  return `${runLaterDate}T${String(runLaterTime)}` <= now;
}

/** When the oldest image was made that is kept at `now` of a job that ran for long; undefined where a year does not fill the number. */
export function oldestKept(schedule: Schedule, now: string, images: number): string | undefined {
  let left = images;
  for (let day = 0; day >= -FARTHEST; day -= 1) {
    const runs = runsOfDay(schedule, addDays(now.slice(0, 10), day)).filter(({ at }) => at <= now);
    const oldest = runs.at(-left);
    if (oldest) return oldest.at;
    left -= runs.length;
  }
  return undefined;
}

function runsOfDay(schedule: Schedule, day: string): BackupRun[] {
  const { scheduleType, runLaterDate, runLaterTime } = schedule;
  if (scheduleType === 'LATER')
    return runLaterDate === day && minuteOf(runLaterTime) !== undefined
      ? [{ at: `${day}T${String(runLaterTime)}`, kind: 'full' }]
      : [];
  const at = (kind: BackupRun['kind']) => (minute: number) => ({ at: `${day}T${timeOf(minute)}`, kind });
  const runs = [
    ...(isFullDay(schedule, day) ? fullMinutes(schedule).map(at('full')) : []),
    ...(isIncrementalDay(schedule, day) ? incrementalMinutes(schedule).map(at('incremental')) : []),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  // At the time of a full backup no increment is made.
  return runs.filter(
    ({ at: time, kind }) => kind === 'full' || !runs.some((other) => other.kind === 'full' && other.at === time),
  );
}

function isFullDay({ scheduleType, dayOfMonth = [], fullDays = [] }: Schedule, day: string): boolean {
  const isMonthly = scheduleType === 'MONTHLY' || scheduleType === 'MONTHLY_VSS_ONLY';
  return isMonthly ? dayOfMonth.includes(Number(day.slice(8))) : fullDays.includes(weekDayOf(day));
}

function isIncrementalDay({ incrementalDays = [] }: Schedule, day: string): boolean {
  return incrementalDays.includes(weekDayOf(day));
}

function fullMinutes(schedule: Schedule): number[] {
  const { fullTime, fullStopTime, fullInterval } = schedule;
  const start = minuteOf(fullTime);
  if (start === undefined) return [];
  return isVssOnly(schedule) ? between(schedule, start, { stop: fullStopTime, interval: fullInterval }) : [start];
}

function incrementalMinutes(schedule: Schedule): number[] {
  const { scheduleType, incrementalStartTime, incrementalStopTime, incrementalInterval } = schedule;
  const start = minuteOf(incrementalStartTime);
  if (start === undefined || scheduleType === 'LATER' || isVssOnly(schedule)) return [];
  return between(schedule, start, { stop: incrementalStopTime, interval: incrementalInterval });
}

function between(
  schedule: Schedule,
  start: number,
  { stop, interval = 0 }: { stop: string | undefined; interval: number | undefined },
): number[] {
  const end = minuteOf(stop);
  const step = isInHours(schedule) ? interval * 60 : interval;
  if (end === undefined || end < start || !Number.isInteger(step) || step < 1 || step > MINUTES_A_DAY) return [];
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
}

function minuteOf(time: string | undefined): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time ?? '') ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
