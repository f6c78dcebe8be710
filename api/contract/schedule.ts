import { Type, type Static } from 'typebox';
import { intervalMinutes, mostRepeats, occurrences } from './schedule-bounds.ts';
import { Closed, Nullable, OneOf } from './shapes.ts';

const Weekday = Type.Union([
  Type.Literal('SUN'),
  Type.Literal('MON'),
  Type.Literal('TUE'),
  Type.Literal('WED'),
  Type.Literal('THU'),
  Type.Literal('FRI'),
  Type.Literal('SAT'),
]);

/** The days of a schedule (C20-03): WEEKLY has `daysOfWeek`; MONTHLY has `dayOfMonth`, where 0, or a day beyond the month's end, means the last day. */
export const scheduleDays = {
  daysOfWeek: Type.Optional(Type.Array(Weekday, { maxItems: 7 })),
  dayOfMonth: Type.Optional(Type.Integer({ minimum: 0, maximum: 31 })),
};

export const Hour = Type.Integer({ minimum: 0, maximum: 23 });
export const Minute = Type.Integer({ minimum: 0, maximum: 59 });

/** C20-03, and RUN_ONCE of the picker (C20-04). */
const repeats = [
  'NEVER',
  'DAILY',
  'HOURLY',
  'WEEKLY',
  'MONTHLY',
  'EVERY',
  'ON_SYSTEM_STARTUP',
  'ON_USER_LOGIN',
  'RUN_ONCE',
] as const;
/** A day of the calendar of the schedule’s zone: `2026-05-01`. */
const LocalDate = Type.String({ format: 'date' });

/**
 * When something runs, by the clocks of a zone (C20-01 … C20-05). `dayOfMonth` 0 is the last day; a month without the day runs on its
 * last one. Of an `EVERY`, `scheduleInterval` is in minutes.
 */
export const Schedule = Closed({
  schema: Type.Literal('2.0'),
  repeats: OneOf(repeats),
  repeatsEveryCount: Type.Integer({ minimum: 1, maximum: 365 }),
  runAtHour: Hour,
  runAtMinute: Minute,
  dayOfMonth: Type.Integer({ minimum: 0, maximum: 31 }),
  daysOfWeek: scheduleDays.daysOfWeek,
  scheduleInterval: Type.Optional(Type.Integer(intervalMinutes)),
  startDate: LocalDate,
  end: Closed({
    type: OneOf(['NEVER', 'AFTER', 'ON'] as const),
    occurenceCount: Type.Integer(occurrences),
    endDate: Nullable(LocalDate),
  }),
  /** An IANA name. */
  timeZone: Type.String({ minLength: 1, maxLength: 64 }),
});
export type Schedule = Static<typeof Schedule>;

/** What is wrong with a schedule beyond its shape, in words by JSON pointer (C20-08). */
export function scheduleProblems({
  repeats: how,
  repeatsEveryCount,
  daysOfWeek,
  scheduleInterval,
  end,
  startDate,
}: Schedule): Record<string, string> {
  const most = mostRepeats[how] ?? 1;
  return {
    ...(repeatsEveryCount > most && { '/repeatsEveryCount': `At most ${most}` }),
    ...(how === 'WEEKLY' && !daysOfWeek?.length && { '/daysOfWeek': 'Choose at least one day' }),
    ...(how === 'EVERY' && scheduleInterval === undefined && { '/scheduleInterval': 'Required' }),
    ...(end.type === 'ON' && end.endDate === null && { '/end/endDate': 'Required' }),
    ...(end.type === 'ON' &&
      end.endDate !== null &&
      end.endDate < startDate && { '/end/endDate': 'The end is before the start' }),
  };
}
