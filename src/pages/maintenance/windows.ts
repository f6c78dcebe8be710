import type { CallReply } from '#api/client.ts';
import type { Suppresses } from '#api/contract/maintenance-features.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { readAnswers } from '#engine/flow/read-answers.ts';
import { shortHash } from '#engine/flow/short-hash.ts';
import manifest from '#schemas/maintenance/flow.json';
import type { Format } from '#screens/shared/format.ts';
import type { Band } from '../../plot/bands.ts';
import type { useWords } from '../../words/words.ts';

export type MaintenanceWindow = NonNullable<CallReply<'readMonitor'>['maintenance']>;

/** What is put into maintenance: monitors, or devices with what their classes can suppress. */
export interface MaintenanceSubject {
  kind: 'MONITORS' | 'DEVICES';
  ids: readonly number[];
  suppresses: Suppresses;
}

/** What the flow is given, as its manifest declares it. */
export interface MaintenanceGiven {
  timeZone: string;
  ruleZone?: string;
  name?: string;
  subject: MaintenanceSubject['kind'];
  suppresses: Suppresses;
  monitorIds?: number[];
  deviceIds?: number[];
}

/** What the flow is given to put these into maintenance; `one` where a single one is meant. */
export function givenOf(
  subject: MaintenanceSubject,
  timeZone: string,
  one?: { name: string; zone?: string },
): MaintenanceGiven {
  return {
    timeZone,
    ...(one && { name: one.name }),
    ...(one?.zone && { ruleZone: one.zone }),
    subject: subject.kind,
    suppresses: subject.suppresses,
    ...idsOf(subject),
  };
}

type Words = ReturnType<typeof useWords>;

/** The longest subject that a draft has, in characters. */
const longestSubject = 100;

/** What a draft of it is about: offered again to whoever means the same monitors or devices, whose ids differ from each other. */
export function subjectOf({ kind, ids }: Pick<MaintenanceSubject, 'kind' | 'ids'>): string {
  const all = ids.toSorted((a, b) => a - b).join();
  const noun = kind === 'DEVICES' ? 'devices' : 'monitors';
  return all.length <= longestSubject ? all : `${ids.length} ${noun}, ${shortHash(all)}`;
}

/** The ids as the calls have them. */
export function idsOf({ kind, ids }: Pick<MaintenanceSubject, 'kind' | 'ids'>): {
  deviceIds?: number[];
  monitorIds?: number[];
} {
  return kind === 'DEVICES' ? { deviceIds: [...ids] } : { monitorIds: [...ids] };
}

/** The page's clock ticks every few seconds, and is not the server's: what just began must not read as still to come. */
const slackMs = 10_000;

/** Where a window stands at a time in milliseconds: ended ones are over (F09-09). */
export function standingOf({ startTime, endTime }: MaintenanceWindow, now: number): 'coming' | 'active' | 'over' {
  if (endTime !== null && endTime * 1000 <= now) return 'over';
  return startTime * 1000 > now + slackMs ? 'coming' : 'active';
}

/** Half a year: beyond it the year is told. */
const nearMs = 183 * 86_400_000;

type TimeWords = Pick<Format, 'dayAndTime' | 'date' | 'time'>;

function timeOf(seconds: number, now: number, format: TimeWords): string {
  const at = seconds * 1000;
  return Math.abs(at - now) < nearMs ? format.dayAndTime(at) : `${format.date(at)}, ${format.time(at, 'minute')}`;
}

/** "In maintenance until …", "Maintenance starts …"; nothing once it is over. */
export function sentenceOf(window: MaintenanceWindow, now: number, t: Words, format: TimeWords): string | undefined {
  const { startTime, endTime } = window;
  const standing = standingOf(window, now);
  if (standing === 'over') return undefined;
  const time = endTime === null ? undefined : timeOf(endTime, now, format);
  if (standing === 'active')
    return time === undefined ? t('maintenance.active') : t('maintenance.activeUntil', { time });
  const start = timeOf(startTime, now, format);
  return time === undefined ? t('maintenance.coming', { start }) : t('maintenance.comingUntil', { start, time });
}

/** "Nov 21, 08:00 to Nov 21, 09:00", of a window that is over. */
export function spanOf({ startTime, endTime }: MaintenanceWindow, now: number, t: Words, format: TimeWords): string {
  return t('maintenance.over', {
    start: timeOf(startTime, now, format),
    time: endTime === null ? '' : timeOf(endTime, now, format),
  });
}

/** "Repeats weekly on Monday, Wednesday at 02:00 (Europe/Berlin)"; nothing of a window that is set once. */
export function repeatOf({ repeat }: MaintenanceWindow, t: Words): string | undefined {
  if (repeat === null) return undefined;
  const { repeats, daysOfWeek = [], dayOfMonth = 1, runAtHour, runAtMinute, timeZone } = repeat;
  const two = (number: number) => String(number).padStart(2, '0');
  const days =
    repeats === 'WEEKLY'
      ? daysOfWeek.map((day) => t(`maintenance.day.${day}`)).join(', ')
      : dayOfMonth === 0
        ? t('maintenance.lastDay')
        : t('maintenance.dayOfMonth', { day: dayOfMonth });
  const values = { days, time: `${two(runAtHour)}:${two(runAtMinute)}`, zone: timeZone.replaceAll('_', ' ') };
  return t(repeats === 'WEEKLY' ? 'maintenance.weekly' : 'maintenance.monthly', values);
}

/**
 * A window as the answers of the flow, in the viewer's zone, to be changed: what is under way starts anew now, what is coming as it
 * was set.
 */
export function readWindow(
  window: MaintenanceWindow,
  given: Pick<MaintenanceGiven, 'timeZone' | 'suppresses'>,
  now: number,
): Answers {
  const { startTime, endTime, options, reasonMessage, custom, repeat } = window;
  const recurs = repeat !== null && endTime !== null;
  const schedule = recurs
    ? { minutes: (endTime - startTime) / 60, repeat }
    : {
        startTime: standingOf(window, now) === 'coming' ? wholeMinutes(startTime) : null,
        endTime: endTime && wholeMinutes(endTime),
      };
  const request = { schedule, options, reasonMessage, custom };
  return readAnswers(manifest, 'setMaintenance', request, { given: { ...given } })['window'] ?? {};
}

/** A field for date and time shows no seconds, and would otherwise ask for them. */
function wholeMinutes(seconds: number): number {
  return seconds - (seconds % 60);
}

/** The window behind the plots; `end` of the plot and `now` in seconds. */
export function maintenanceBand(
  { startTime, endTime, reasonMessage }: MaintenanceWindow,
  { end, now }: { end: number; now: number },
  t: Words,
  format: TimeWords & Pick<Format, 'duration'>,
): Band {
  const over = endTime !== null && endTime <= now;
  const time =
    endTime === null
      ? t('band.untilDisabled')
      : over
        ? t('band.lasted', { time: format.duration(endTime - startTime) })
        : t('band.until', { time: timeOf(endTime, now * 1000, format) });
  return {
    kind: 'maintenance',
    from: startTime,
    to: Math.max(startTime, endTime ?? end),
    open: !over,
    title: t('band.maintenance'),
    text: [time, reasonMessage].filter(Boolean).join(' · '),
  };
}
