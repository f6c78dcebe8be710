import { localText, momentInZone } from './instant.ts';
import { runDays } from './run-days.ts';
import { defaultSchedule, nextRuns, type ScheduledRun } from './schedule.ts';

type Weekday = 'SUN' | 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT';

/** A rule that names a time of day (C20-03, C20-05). `dayOfMonth` 0 is the last day. */
export interface Repeat {
  repeats: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  daysOfWeek?: Weekday[];
  dayOfMonth?: number;
  runAtHour: number;
  runAtMinute: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** A monthly rule comes round within two months, whatever day it names. */
const DAYS_AHEAD = 62;

/**
 * The window of a recurring maintenance that is under way or comes next, in milliseconds. The rule means the clock of the zone: a
 * start that a change to summer time skips moves on with the clock, and the length is the one that was asked for.
 */
export function nextWindow(
  repeat: Repeat,
  { minutes, timeZone, after }: { minutes: number; timeZone: string; after: number },
): { from: number; until: number } {
  const at = `${two(repeat.runAtHour)}:${two(repeat.runAtMinute)}`;
  // Yesterday's window may still be open.
  const start = Date.parse(`${localText(after, timeZone).slice(0, 10)}T00:00Z`) - DAY_MS;
  const rule = { ...repeat, dayOfMonth: repeat.dayOfMonth ?? 1, repeatsEveryCount: 1 };
  for (const { day } of runDays(rule, start, start)) {
    const { milliseconds: from } = momentInZone(`${new Date(day).toISOString().slice(0, 10)}T${at}`, timeZone);
    if (from + minutes * MINUTE_MS > after) return { from, until: from + minutes * MINUTE_MS };
    if (day > start + DAYS_AHEAD * DAY_MS) break;
  }
  throw new Error('A recurring maintenance has no next window');
}

/** When something runs without an end (F04-56). HOURLY has no hour; the others need one. */
export interface EndlessRule extends Omit<Repeat, 'repeats' | 'runAtHour'> {
  repeats: Repeat['repeats'] | 'HOURLY';
  runAtHour?: number;
}

/**
 * The next runs of a rule after a moment, ten unless told, by the clocks of the zone as `nextRuns` of a schedule reads them. HOURLY runs
 * at its minute of every hour that those clocks show.
 */
export function nextRunsOf(
  rule: EndlessRule,
  { timeZone, after, count = 10 }: { timeZone: string; after: number; count?: number },
): ScheduledRun[] {
  if (rule.repeats === 'HOURLY') return everyHour(rule.runAtMinute, { timeZone, after, count });
  const { repeats, daysOfWeek = [], dayOfMonth = 1, runAtHour = 0, runAtMinute } = rule;
  const startDate = localText(after - DAY_MS, timeZone).slice(0, 10);
  const fields = { repeats, daysOfWeek, dayOfMonth, runAtHour, runAtMinute };
  return nextRuns({ ...defaultSchedule({ startDate, timeZone }), ...fields }, { after, count });
}

/** A clock change of half an hour lies within two hours. */
const MINUTES_AHEAD = 120;

function everyHour(
  minute: number,
  { timeZone, after, count }: { timeZone: string; after: number; count: number },
): ScheduledRun[] {
  const runs: ScheduledRun[] = [];
  let at = Math.floor(after / MINUTE_MS) + 1;
  for (let last = at + MINUTES_AHEAD; runs.length < count && at < last; at += 1) {
    if (!localText(at * MINUTE_MS, timeZone).endsWith(`:${two(minute)}`)) continue;
    runs.push({ milliseconds: at * MINUTE_MS });
    last = at + MINUTES_AHEAD;
  }
  return runs;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
