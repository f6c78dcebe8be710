import { clockChangeAt, localText } from './instant.ts';

const date = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** “Sun, 29 March 2026” of `2026-03-29T02:30`. */
export const dayWords = (local: string): string => date.format(Date.parse(`${local.slice(0, 10)}T00:00Z`));
/** “America/New York” */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

/**
 * A sentence on a date and time that a change of the zone’s clocks skips or has twice, which begins with a space; empty for any other.
 * `what`: “start”, of which it tells.
 */
export function changeWords(local: unknown, zone: string, what: string): string {
  if (typeof local !== 'string') return '';
  const change = clockChangeAt(local, zone);
  if (change === undefined) return '';
  const time = local.slice(11, 16);
  if (change.kind === 'skipped')
    return ` On ${dayWords(local)} the clocks in ${zoneWords(zone)} skip ${time}: the ${what} is at ${localText(change.milliseconds, zone).slice(11)}.`;
  return ` On ${dayWords(local)} the clocks in ${zoneWords(zone)} show ${time} twice: the ${what} is the second, after they went back.`;
}
