import type { DiscoverySchedule } from '#api/contract/directory-jobs.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { nextWindow } from '#engine/vocabulary/recurrence.ts';

const MINUTE_MS = 60_000;

/**
 * When a schedule without an end runs next after a moment, in milliseconds (F04-56). HOURLY runs at its minute of every hour, by the
 * clock of the zone.
 */
export function nextRun(schedule: DiscoverySchedule, { timeZone, after }: { timeZone: string; after: number }): number {
  const { repeats, runAtHour = 0, ...rest } = schedule;
  return repeats === 'HOURLY'
    ? nextMinute(schedule.runAtMinute, { timeZone, after })
    : nextWindow({ ...rest, repeats, runAtHour }, { minutes: 0, timeZone, after }).from;
}

function nextMinute(minute: number, { timeZone, after }: { timeZone: string; after: number }): number {
  const first = Math.floor(after / MINUTE_MS) + 1;
  // A clock change of half an hour lies within two hours.
  for (let at = first; at < first + 120; at++)
    if (localText(at * MINUTE_MS, timeZone).endsWith(`:${two(minute)}`)) return at * MINUTE_MS;
  throw new Error('An hourly schedule has no next run');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
