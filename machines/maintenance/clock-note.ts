import type { Answers } from '#engine/flow/flow.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { changeWords } from '#engine/vocabulary/clock-words.ts';
import { localText } from '#engine/vocabulary/instant.ts';
import { nextWindow, type Repeat } from '#engine/vocabulary/recurrence.ts';
import manifest from '#schemas/maintenance/flow.json';

interface Zones {
  /** In which the times of a single window are meant. */
  viewer: string;
  /** In which those of a rule are; undefined where the subjects are in several zones, or in one that the page does not know. */
  rule: string | undefined;
  /** Instant at which the flow was opened. */
  now: string;
}

/**
 * What a person should know of the times before saving: each date and time that a change of the clocks skips or has twice. Empty, or
 * sentences that each begin with a space.
 */
export function clockNote(window: Answers, { viewer, rule, now }: Zones): string {
  if (window['repeats'] !== 'WEEKLY' && window['repeats'] !== 'MONTHLY')
    return (
      (window['startType'] === 'AT' ? changeWords(window['startsAt'], viewer, 'start') : '') +
      (window['endType'] === 'ON' ? changeWords(window['endsAt'], viewer, 'end') : '')
    );
  const repeat = repeatIn(window);
  if (rule === undefined || repeat === undefined) return '';
  // Of the runs of a year, the first that a change touches; the others follow the same rule.
  return (
    runsOf(repeat, rule, Date.parse(now))
      .map((run) => noteOfRun(run, repeat, rule))
      .find((note) => note !== '') ?? ''
  );
}

function repeatIn(window: Answers): Repeat | undefined {
  const { repeat } = buildRequest(manifest, 'setMaintenance', { mode: 'NEW', answers: { window } })['schedule'] as {
    repeat?: Partial<Repeat>;
  };
  const { repeats, daysOfWeek, dayOfMonth, runAtHour, runAtMinute } = repeat ?? {};
  if (repeats === undefined || runAtHour === undefined || runAtMinute === undefined) return undefined;
  if (repeats === 'WEEKLY') return daysOfWeek?.length ? { repeats, daysOfWeek, runAtHour, runAtMinute } : undefined;
  const isDay = typeof dayOfMonth === 'number' && dayOfMonth >= 0 && dayOfMonth <= 31;
  return isDay ? { repeats, dayOfMonth, runAtHour, runAtMinute } : undefined;
}

const year = 366 * 86_400_000;

/** Starts of the runs of the next year, in milliseconds: seven a week at most. */
function runsOf(repeat: Repeat, timeZone: string, now: number): number[] {
  const runs: number[] = [];
  for (let after = now; after < now + year;) {
    const { from } = nextWindow(repeat, { minutes: 0, timeZone, after });
    runs.push(from);
    after = from;
  }
  return runs;
}

function noteOfRun(run: number, { runAtHour, runAtMinute }: Repeat, zone: string): string {
  const time = [runAtHour, runAtMinute].map((part) => String(part).padStart(2, '0')).join(':');
  return changeWords(`${localText(run, zone).slice(0, 10)}T${time}`, zone, 'start');
}
