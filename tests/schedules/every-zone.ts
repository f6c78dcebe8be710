import { localText } from '#engine/vocabulary/instant.ts';
import { defaultSchedule, nextRuns, type Schedule } from '#engine/vocabulary/schedule.ts';
import { changesOf, nextByTemporal } from './by-temporal.ts';

export const zones: readonly string[] = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
const HOUR_MS = 3_600_000;
/** A time before the change, at it, in what is skipped or comes twice, and after it. */
const aroundMinutes = [-61, -30, 0, 15, 30, 59, 60, 90];

export interface Compared {
  /** Schedules whose runs were compared. */
  compared: number;
  changes: number;
  /** What differs, in words; the first few. */
  wrong: string[];
}

/** Schedules of every kind around every change of the clocks of every zone: this product's next runs, and those of another library. */
export function compareEveryZone(from: number, years: number): Compared {
  const result: Compared = { compared: 0, changes: 0, wrong: [] };
  for (const timeZone of zones)
    for (const change of changesOf(timeZone, from, years)) {
      result.changes += 1;
      for (const schedule of schedulesAround(timeZone, change)) compare(schedule, change - 36 * HOUR_MS, result);
    }
  return result;
}

export function compare(schedule: Schedule, after: number, result: Compared): void {
  result.compared += 1;
  const ours = nextRuns(schedule, { after, count: 4 }).map(({ milliseconds }) => milliseconds);
  const theirs = nextByTemporal(schedule, after, 4);
  if (ours.join() === theirs.join() || result.wrong.length >= 5) return;
  const words = (times: readonly number[]) => times.map((time) => new Date(time).toISOString()).join(' ');
  result.wrong.push(`${JSON.stringify(schedule)} after ${words([after])}: ${words(ours)}, not ${words(theirs)}`);
}

function* schedulesAround(timeZone: string, change: number): Generator<Schedule> {
  // On the clocks before the change, since the time may be one that is skipped.
  const offset =
    Date.parse(`${localText(change - HOUR_MS, timeZone)}Z`) - Math.floor((change - HOUR_MS) / 60_000) * 60_000;
  for (const minutes of aroundMinutes) {
    const local = new Date(change + offset + minutes * 60_000).toISOString();
    const startDate = new Date(change + offset - 26 * HOUR_MS).toISOString().slice(0, 10);
    const at = { runAtHour: Number(local.slice(11, 13)), runAtMinute: Number(local.slice(14, 16)) };
    const base = { ...defaultSchedule({ startDate, timeZone }), ...at };
    yield base;
    yield { ...base, repeats: 'WEEKLY', daysOfWeek: ['SUN', 'MON', 'THU', 'FRI', 'SAT'] };
    yield { ...base, repeats: 'MONTHLY', dayOfMonth: Number(local.slice(8, 10)) };
    yield { ...base, repeats: 'HOURLY', repeatsEveryCount: 5 };
    yield { ...base, repeats: 'RUN_ONCE', startDate: local.slice(0, 10) };
  }
}
