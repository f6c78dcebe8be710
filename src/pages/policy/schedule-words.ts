import { defaultSchedule, nextRuns, type Schedule } from '#engine/vocabulary/schedule.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import type { useWords } from '../../words/words.ts';

export type { Schedule };

/** What the form offers of the repetitions of a schedule. */
export const offeredRepeats = ['RUN_ONCE', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** Daily from today on, by the clocks of the viewer. */
export function usualSchedule(timeZone: string, now: number): Schedule {
  return defaultSchedule({ startDate: localText(now, timeZone).slice(0, 10), timeZone });
}

/** "Weekly on Monday, Friday at 09:00 (Europe/Berlin)" */
export function scheduleWords(schedule: Schedule, t: ReturnType<typeof useWords>): string {
  const { repeats, daysOfWeek = [], dayOfMonth, startDate, repeatsEveryCount, timeZone } = schedule;
  const days = weekdays.filter((day) => daysOfWeek.includes(day)).map((day) => t(`maintenance.day.${day}`));
  const day = dayOfMonth === 0 ? t('maintenance.lastDay') : t('maintenance.dayOfMonth', { day: dayOfMonth });
  const words = {
    time: timeOf(schedule),
    zone: timeZone.replaceAll('_', ' '),
    date: startDate,
    count: repeatsEveryCount,
  };
  switch (repeats) {
    case 'RUN_ONCE':
      return t('automation.once', words);
    case 'HOURLY':
      return t('automation.hourly', words);
    case 'WEEKLY':
      return t('automation.weekly', { ...words, days: days.join(', ') });
    case 'MONTHLY':
      return t('automation.monthly', { ...words, day });
    case 'EVERY':
      return t('automation.minutes', { ...words, count: schedule.scheduleInterval ?? 60 });
    default:
      return t('automation.daily', words);
  }
}

export function timeOf({ runAtHour, runAtMinute }: Schedule): string {
  return `${String(runAtHour).padStart(2, '0')}:${String(runAtMinute).padStart(2, '0')}`;
}

/** When it runs next, in milliseconds; undefined: never, or a date is missing. */
export function nextRunOf(schedule: Schedule, now: number): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(schedule.startDate)) return undefined;
  return nextRuns(schedule, { after: now, count: 1 })[0]?.milliseconds;
}
