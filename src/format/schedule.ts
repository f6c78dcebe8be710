import { intervalMinutes, mostRepeats, occurrences } from '#api/contract/schedule-bounds.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { defaultSchedule, nextRuns, type Schedule, type ScheduledRun } from '#engine/vocabulary/schedule.ts';
import type { useWords } from '../words/words.ts';

export type { Schedule };

export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** Daily from today on, by the clocks of the viewer. */
export function usualSchedule(timeZone: string, now: number): Schedule {
  return defaultSchedule({ startDate: localText(now, timeZone).slice(0, 10), timeZone });
}

/** A schedule that repeats another way, with nothing left of the former one that the new way does not ask. */
export function withRepeats({ scheduleInterval = 60, ...schedule }: Schedule, repeats: Schedule['repeats']): Schedule {
  const end = repeats === 'RUN_ONCE' ? { type: 'NEVER' as const, occurenceCount: 1, endDate: null } : schedule.end;
  return { ...schedule, repeats, repeatsEveryCount: 1, end, ...(repeats === 'EVERY' && { scheduleInterval }) };
}

/** "Weekly on Monday, Friday at 09:00 (Europe/Berlin), 3 runs" */
export function scheduleWords(schedule: Schedule, t: ReturnType<typeof useWords>): string {
  const { end, repeats } = schedule;
  const text = repeatWords(schedule, t);
  if (repeats === 'RUN_ONCE' || end.type === 'NEVER') return text;
  if (end.type === 'AFTER') return t('schedule.ends_AFTER', { text, count: end.occurenceCount });
  return t('schedule.ends_ON', { text, date: end.endDate ?? '' });
}

function repeatWords(schedule: Schedule, t: ReturnType<typeof useWords>): string {
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

/** `09:00` */
export function timeOf({ runAtHour, runAtMinute }: Schedule): string {
  return `${String(runAtHour).padStart(2, '0')}:${String(runAtMinute).padStart(2, '0')}`;
}

/** The inverse of `timeOf`; nothing of a text that is no time. */
export function startOf(time: string): Partial<Pick<Schedule, 'runAtHour' | 'runAtMinute'>> {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hour === undefined ? {} : { runAtHour: Number(hour), runAtMinute: Number(minute) };
}

/** The next ten runs; undefined while a date or a number is missing or beyond its bounds. */
export function nextTen(schedule: Schedule, now: number): ScheduledRun[] | undefined {
  return isWhole(schedule) ? nextRuns(schedule, { after: now }) : undefined;
}

function isWhole({ repeats, repeatsEveryCount, scheduleInterval, startDate, end }: Schedule): boolean {
  const isDate = (date: string | null): boolean => date !== null && !Number.isNaN(Date.parse(date));
  const isWithin = (count: number | undefined, { minimum, maximum }: { minimum: number; maximum: number }): boolean =>
    count !== undefined && Number.isInteger(count) && count >= minimum && count <= maximum;
  return (
    isDate(startDate) &&
    isWithin(repeatsEveryCount, { minimum: 1, maximum: mostRepeats[repeats] ?? 1 }) &&
    (repeats !== 'EVERY' || isWithin(scheduleInterval, intervalMinutes)) &&
    (end.type !== 'ON' || isDate(end.endDate)) &&
    (end.type !== 'AFTER' || isWithin(end.occurenceCount, occurrences))
  );
}
