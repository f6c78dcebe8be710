// The next runs of a schedule by another library, for `schedules` and every-zone.test.ts: its own calendar, its own clocks.
import { Temporal } from 'temporal-polyfill';
import type { Schedule } from '#engine/vocabulary/schedule.ts';

const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/** The days of the calendar on which it runs, from its start on. */
function* runDays(schedule: Schedule): Generator<Temporal.PlainDate> {
  const { repeats, repeatsEveryCount: every, daysOfWeek = [], dayOfMonth } = schedule;
  const start = Temporal.PlainDate.from(schedule.startDate);
  if (repeats === 'RUN_ONCE') yield start;
  if (repeats === 'DAILY') for (let count = 0; ; count += 1) yield start.add({ days: count * every });
  if (repeats === 'WEEKLY') {
    const sunday = start.subtract({ days: start.dayOfWeek % 7 });
    for (let week = 0; ; week += every)
      for (let day = 0; day < 7; day += 1) {
        const date = sunday.add({ weeks: week, days: day });
        const name = days[date.dayOfWeek - 1];
        if (name && daysOfWeek.includes(name) && Temporal.PlainDate.compare(date, start) >= 0) yield date;
      }
  }
  if (repeats === 'MONTHLY')
    for (let count = 0; ; count += every) {
      const month = start.toPlainYearMonth().add({ months: count });
      const date = month.toPlainDate({
        day: dayOfMonth === 0 ? month.daysInMonth : Math.min(dayOfMonth, month.daysInMonth),
      });
      if (Temporal.PlainDate.compare(date, start) >= 0) yield date;
    }
}

function momentOn({ runAtHour: hour, runAtMinute: minute, timeZone }: Schedule, date: Temporal.PlainDate): number {
  const local = date.toPlainDateTime({ hour, minute });
  return local.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

function isOver({ end }: Schedule, index: number, date: Temporal.PlainDate): boolean {
  if (end.type === 'AFTER') return index >= end.occurenceCount;
  return end.type === 'ON' && end.endDate !== null && Temporal.PlainDate.compare(date, end.endDate) > 0;
}

/** Milliseconds of the next runs after a moment. */
export function nextByTemporal(schedule: Schedule, after: number, count = 10): number[] {
  const runs: number[] = [];
  const { repeats, repeatsEveryCount, scheduleInterval = 60, timeZone } = schedule;
  if (repeats === 'HOURLY' || repeats === 'EVERY') {
    const minutes = repeats === 'HOURLY' ? 60 * repeatsEveryCount : scheduleInterval;
    const first = Temporal.Instant.fromEpochMilliseconds(
      momentOn(schedule, Temporal.PlainDate.from(schedule.startDate)),
    );
    const skipped = Math.max(0, Math.floor((after - first.epochMilliseconds) / (minutes * 60_000)) - 1);
    for (let index = skipped; runs.length < count; index += 1) {
      const run = first.add({ minutes: minutes * index });
      if (isOver(schedule, index, run.toZonedDateTimeISO(timeZone).toPlainDate())) break;
      if (run.epochMilliseconds > after) runs.push(run.epochMilliseconds);
    }
    return runs;
  }
  let index = 0;
  for (const date of runDays(schedule)) {
    if (runs.length >= count || isOver(schedule, index, date)) break;
    index += 1;
    const run = momentOn(schedule, date);
    if (run > after) runs.push(run);
  }
  return runs;
}

/** Every change of the clocks of a zone in these years, in milliseconds. */
export function* changesOf(timeZone: string, from: number, years: number): Generator<number> {
  const begin = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  const end = begin.add({ years }).epochMilliseconds;
  for (let next = begin.getTimeZoneTransition('next'); next && next.epochMilliseconds < end;) {
    yield next.epochMilliseconds;
    next = next.getTimeZoneTransition('next');
  }
}
