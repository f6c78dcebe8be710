import { tzOffset } from '@date-fns/tz/tzOffset';

/** A moment that a field tells of. `day` counts from midnight and compares only with another of its kind. */
export interface Moment {
  kind: 'instant' | 'day';
  milliseconds: number;
}

const DAY = 86_400_000;
const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;
const LOCAL = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;

/**
 * Reads a time of day (`09:30`), an instant with its offset (`2026-05-01T09:30:00Z`), or a date and time without one,
 * which is meant in `timeZone` (an IANA name; the machine's own without it). `undefined` for anything else.
 */
export function momentOf(value: unknown, timeZone?: string): Moment | undefined {
  if (typeof value !== 'string') return undefined;
  const [, hours, minutes] = TIME_OF_DAY.exec(value) ?? [];
  if (hours !== undefined) return { kind: 'day', milliseconds: (Number(hours) * 60 + Number(minutes)) * 60_000 };
  const local = LOCAL.test(value);
  const full = local && value.length === 10 ? `${value}T00:00` : value.replace(' ', 'T');
  const milliseconds =
    local && timeZone !== undefined ? momentInZone(value, timeZone).milliseconds : Date.parse(local ? full : value);
  return Number.isNaN(milliseconds) ? undefined : { kind: 'instant', milliseconds };
}

/** The other way round: `2026-05-01T09:30`, as a field for date and time has it, in the zone. Seconds are left out. */
export function localText(milliseconds: number, timeZone: string): string {
  return new Date(milliseconds + offsetAt(milliseconds, timeZone)).toISOString().slice(0, 16);
}

/** A date and time of the zone's clocks that a change of them skips, or has twice; `milliseconds` is what it is taken for. */
export interface ClockChange {
  kind: 'skipped' | 'twice';
  milliseconds: number;
}

/** Whether a date and time, `2026-03-29T02:30`, falls into a change of the zone's clocks; undefined where it does not. */
export function clockChangeAt(local: string, timeZone: string): ClockChange | undefined {
  if (!LOCAL.test(local)) return undefined;
  const { milliseconds, change } = momentInZone(local, timeZone);
  return change && { kind: change, milliseconds };
}

/**
 * A date and time, `2026-03-29T02:30`, by the clocks of every zone alike: a time that they show twice is the second, after they went
 * back; one that they skip moves on by as much as they do. `milliseconds` is NaN for an unknown zone or a day that is none.
 */
export function momentInZone(local: string, timeZone: string): { milliseconds: number; change?: ClockChange['kind'] } {
  const asUtc = Date.parse(`${local.length === 10 ? `${local}T00:00` : local.replace(' ', 'T')}Z`);
  const before = offsetAt(asUtc - DAY, timeZone);
  const after = offsetAt(asUtc + DAY, timeZone);
  const [first, second] = [asUtc - before, asUtc - after];
  if (before === after) return { milliseconds: second };
  // Of a change that lies a day away, one of the two is on other clocks than it was read by.
  const isFirst = offsetAt(first, timeZone) === before;
  if (offsetAt(second, timeZone) === after) return { milliseconds: second, ...(isFirst && { change: 'twice' }) };
  return { milliseconds: first, ...(!isFirst && { change: 'skipped' }) };
}

/** Whether a value names a zone whose clocks are known. */
export function isZone(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(offsetAt(0, value));
}

/** NaN for an unknown zone. */
function offsetAt(instant: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(instant)) * 60_000;
}
