import { localText, momentOf } from './instant.ts';

const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** A rule that names a time of day (C20-03, C20-05). `dayOfMonth` 0 is the last day. */
export interface Repeat {
  repeats: 'DAILY' | 'WEEKLY' | 'MONTHLY';
  daysOfWeek?: (typeof weekdays)[number][];
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
  const today = Date.parse(`${localText(after, timeZone).slice(0, 10)}T00:00Z`);
  // Yesterday's window may still be open.
  for (let day = -1; day <= DAYS_AHEAD; day++) {
    const date = new Date(today + day * DAY_MS);
    if (!isOn(repeat, date)) continue;
    const from = momentOf(`${date.toISOString().slice(0, 10)}T${at}`, timeZone)?.milliseconds;
    if (from !== undefined && from + minutes * MINUTE_MS > after) return { from, until: from + minutes * MINUTE_MS };
  }
  throw new Error('A recurring maintenance has no next window');
}

/** `date`: midnight UTC of a day of the calendar. */
function isOn({ repeats, daysOfWeek = [], dayOfMonth = 1 }: Repeat, date: Date): boolean {
  if (repeats === 'DAILY') return true;
  const weekday = weekdays[date.getUTCDay()];
  if (repeats === 'WEEKLY') return weekday !== undefined && daysOfWeek.includes(weekday);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  // A month without the day has it on its last one.
  return date.getUTCDate() === (dayOfMonth === 0 ? last : Math.min(dayOfMonth, last));
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
