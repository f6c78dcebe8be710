/** A day of the calendar on which a schedule runs: midnight UTC of it, and its number among them, from 0. */
export interface RunDay {
  day: number;
  index: number;
}

/** The days of a `Schedule`; others than daily, weekly, monthly and once have none. `dayOfMonth` 0 is the last day. */
interface Rule {
  repeats: string;
  repeatsEveryCount: number;
  daysOfWeek?: readonly string[];
  dayOfMonth: number;
}

const DAY_MS = 86_400_000;
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/**
 * The days of a schedule by the calendar, from its start on, without those that lie before `from`: they are counted, and not walked.
 * `start` and `from` are midnights UTC.
 */
export function* runDays(rule: Rule, start: number, from: number): Generator<RunDay> {
  switch (rule.repeats) {
    case 'RUN_ONCE':
      yield { day: start, index: 0 };
      break;
    case 'DAILY':
      yield* daily(rule.repeatsEveryCount, start, from);
      break;
    case 'WEEKLY':
      yield* weekly(rule, start, from);
      break;
    case 'MONTHLY':
      yield* monthly(rule, start, from);
      break;
    default:
      break;
  }
}

function* daily(every: number, start: number, from: number): Generator<RunDay> {
  const step = every * DAY_MS;
  for (let index = Math.max(0, Math.ceil((from - start) / step)); ; index += 1)
    yield { day: start + index * step, index };
}

/** Weeks begin on Sunday; the first is that of the start. */
function* weekly({ repeatsEveryCount, daysOfWeek = [] }: Rule, start: number, from: number): Generator<RunDay> {
  const chosen = weekdays.flatMap((name, day) => (daysOfWeek.includes(name) ? [day] : []));
  if (chosen.length === 0) return;
  const firstDay = weekdayOf(start);
  const sunday = start - firstDay * DAY_MS;
  const step = repeatsEveryCount * 7 * DAY_MS;
  // Days of the first week that lie before the start are none of its.
  const before = chosen.filter((day) => day < firstDay).length;
  for (let week = Math.max(0, Math.floor((from - sunday) / step)); ; week += 1)
    for (const [position, weekday] of chosen.entries()) {
      const index = week * chosen.length + position - before;
      if (index >= 0) yield { day: sunday + week * step + weekday * DAY_MS, index };
    }
}

/** A month without the day has it on its last one. */
function* monthly({ repeatsEveryCount, dayOfMonth }: Rule, start: number, from: number): Generator<RunDay> {
  const first = new Date(start);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
  const dayIn = (count: number): number => {
    const last = new Date(Date.UTC(year, month + count + 1, 0)).getUTCDate();
    return Date.UTC(year, month + count, dayOfMonth === 0 ? last : Math.min(dayOfMonth, last));
  };
  const before = dayIn(0) < start ? 1 : 0;
  const near = new Date(Math.max(start, from));
  const months = 12 * (near.getUTCFullYear() - year) + near.getUTCMonth() - month;
  for (let round = Math.max(before, Math.floor(months / repeatsEveryCount)); ; round += 1)
    yield { day: dayIn(round * repeatsEveryCount), index: round - before };
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(day: number): number {
  return (((day / DAY_MS + 4) % 7) + 7) % 7;
}
