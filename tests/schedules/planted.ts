import { defaultSchedule, type Schedule } from '#engine/vocabulary/schedule.ts';
import { zones } from './every-zone.ts';

const DAY_MS = 86_400_000;

const kinds: readonly Partial<Schedule>[] = [
  { repeats: 'DAILY' },
  { repeats: 'DAILY', repeatsEveryCount: 3 },
  { repeats: 'HOURLY', repeatsEveryCount: 6 },
  { repeats: 'WEEKLY', daysOfWeek: ['MON', 'FRI'] },
  { repeats: 'WEEKLY', daysOfWeek: ['SAT', 'SUN', 'WED'], repeatsEveryCount: 2 },
  { repeats: 'MONTHLY', dayOfMonth: 0 },
  { repeats: 'MONTHLY', dayOfMonth: 30, repeatsEveryCount: 3 },
  { repeats: 'MONTHLY', dayOfMonth: 1 },
  { repeats: 'EVERY', scheduleInterval: 15 },
  { repeats: 'RUN_ONCE' },
];
const ends: readonly ((startDate: string) => Schedule['end'])[] = [
  () => ({ type: 'NEVER', occurenceCount: 1, endDate: null }),
  () => ({ type: 'NEVER', occurenceCount: 1, endDate: null }),
  // Some have ended, some end within the next ten runs.
  (startDate) => ({ type: 'AFTER', occurenceCount: 1 + ((Number(startDate.slice(8)) * 37) % 1000), endDate: null }),
  (startDate) => ({
    type: 'ON',
    occurenceCount: 1,
    endDate: `${Number(startDate.slice(0, 4)) + 2}${startDate.slice(4, 8)}15`,
  }),
];

/** Schedules of every kind, zone and end, which began in the three years before a moment, or begin in the month after it. */
export function plantedSchedules(count: number, now: number): Schedule[] {
  return Array.from({ length: count }, (_, index) => {
    const startDate = new Date(now + (30 - ((index * 7) % 1000)) * DAY_MS).toISOString().slice(0, 10);
    const timeZone = zones[index % zones.length] ?? 'UTC';
    const at = { runAtHour: index % 24, runAtMinute: (index * 7) % 60 };
    const end = ends[Math.floor(index / 10) % ends.length]?.(startDate);
    return {
      ...defaultSchedule({ startDate, timeZone }),
      ...at,
      ...kinds[index % kinds.length],
      ...(end && { end }),
    };
  });
}
