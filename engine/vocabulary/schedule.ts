import { localText, momentInZone, type ClockChange } from './instant.ts';
import { runDays } from './run-days.ts';

type Weekday = 'SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT';

/** When something runs, by the clocks of a zone; `api/contract/schedule.ts` has its shape and bounds. */
export interface Schedule {
  schema: '2.0';
  repeats:
    | 'NEVER'
    | 'DAILY'
    | 'HOURLY'
    | 'WEEKLY'
    | 'MONTHLY'
    | 'EVERY'
    | 'ON_SYSTEM_STARTUP'
    | 'ON_USER_LOGIN'
    | 'RUN_ONCE';
  repeatsEveryCount: number;
  runAtHour: number;
  runAtMinute: number;
  dayOfMonth: number;
  daysOfWeek?: Weekday[];
  scheduleInterval?: number;
  /** `2026-05-01`, a day of the zone. */
  startDate: string;
  end: { type: 'NEVER' | 'AFTER' | 'ON'; occurenceCount: number; endDate: string | null };
  timeZone: string;
}

/** The schedule that a picker begins with (C20-01, C20-02, C20-09). */
export function defaultSchedule({ startDate, timeZone }: Pick<Schedule, 'startDate' | 'timeZone'>): Schedule {
  return {
    schema: '2.0',
    dayOfMonth: 1,
    daysOfWeek: ['MON'],
    repeats: 'DAILY',
    repeatsEveryCount: 1,
    runAtHour: 9,
    runAtMinute: 0,
    startDate,
    end: { type: 'NEVER', occurenceCount: 1, endDate: null },
    timeZone,
  };
}

/** One run; `change` where the zone’s clocks skip its time, or show it twice: it is then the second. */
export interface ScheduledRun {
  milliseconds: number;
  change?: ClockChange['kind'];
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How far a run is looked for; a yearly day of a leap year is nearer. */
const DAYS_AHEAD = 4000;

/**
 * The next runs after a moment, ten unless told. Times are those of the zone’s clocks: a run that a change to summer time skips moves on
 * with the clock, and one whose time comes twice runs once, the second time. `HOURLY` and `EVERY` count real time from the first run. Start-up, login
 * and `NEVER` have no times.
 */
export function nextRuns(schedule: Schedule, { after, count = 10 }: { after: number; count?: number }): ScheduledRun[] {
  switch (schedule.repeats) {
    case 'HOURLY':
      return byInterval(schedule, schedule.repeatsEveryCount * HOUR_MS, { after, count });
    case 'EVERY':
      return byInterval(schedule, (schedule.scheduleInterval ?? 60) * MINUTE_MS, { after, count });
    case 'NEVER':
    case 'ON_SYSTEM_STARTUP':
    case 'ON_USER_LOGIN':
      return [];
    default:
      return byCalendar(schedule, { after, count });
  }
}

type Wanted = Required<NonNullable<Parameters<typeof nextRuns>[1]>>;

function byInterval(schedule: Schedule, interval: number, { after, count }: Wanted): ScheduledRun[] {
  const { milliseconds: first } = runOn(schedule, schedule.startDate);
  const runs: ScheduledRun[] = [];
  for (let index = Math.max(0, Math.floor((after - first) / interval) + 1); runs.length < count; index++) {
    const milliseconds = first + index * interval;
    if (isPastEnd(schedule, index, localText(milliseconds, schedule.timeZone).slice(0, 10))) break;
    runs.push({ milliseconds });
  }
  return runs;
}

function byCalendar(schedule: Schedule, { after, count }: Wanted): ScheduledRun[] {
  const start = midnight(schedule.startDate);
  // A run of the day before may come after the moment, where the zone is behind UTC.
  const near = Math.floor(after / DAY_MS) * DAY_MS - 2 * DAY_MS;
  const last = Math.max(start, after) + DAYS_AHEAD * DAY_MS;
  const runs: ScheduledRun[] = [];
  for (const { day, index } of runDays(schedule, start, near)) {
    if (day > last || runs.length >= count) break;
    const date = new Date(day).toISOString().slice(0, 10);
    if (isPastEnd(schedule, index, date)) break;
    const run = runOn(schedule, date);
    if (run.milliseconds > after) runs.push(run);
  }
  return runs;
}

/** Whether a schedule has ended before its run with this number, from 0, on this day of the zone. */
function isPastEnd({ end }: Schedule, index: number, date: string): boolean {
  if (end.type === 'AFTER') return index >= end.occurenceCount;
  return end.type === 'ON' && end.endDate !== null && date > end.endDate;
}

/** The run of a day of the zone. @throws Error for an unknown zone or a day that is none */
function runOn({ runAtHour, runAtMinute, timeZone }: Schedule, date: string): ScheduledRun {
  const local = `${date}T${two(runAtHour)}:${two(runAtMinute)}`;
  const { milliseconds, change } = momentInZone(local, timeZone);
  if (Number.isNaN(milliseconds)) throw new Error(`${local} in ${timeZone} is no time`);
  return { milliseconds, ...(change && { change }) };
}

const midnight = (date: string): number => Date.parse(`${date}T00:00Z`);

function two(number: number): string {
  return String(number).padStart(2, '0');
}
