/** A moment that a field tells of. `day` counts from midnight and compares only with another of its kind. */
export interface Moment {
  kind: 'instant' | 'day';
  milliseconds: number;
}

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
  const full = local ? (value.length === 10 ? `${value}T00:00` : value.replace(' ', 'T')) : value;
  const milliseconds = local && timeZone !== undefined ? inZone(full, timeZone) : Date.parse(full);
  return Number.isNaN(milliseconds) ? undefined : { kind: 'instant', milliseconds };
}

/** The other way round: `2026-05-01T09:30`, as a field for date and time has it, in the zone. Seconds are left out. */
export function localText(milliseconds: number, timeZone: string): string {
  return new Date(milliseconds + offsetAt(milliseconds, timeZone)).toISOString().slice(0, 16);
}

function inZone(local: string, timeZone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return Number.NaN;
  try {
    // The offset may differ on the other side of a clock change, so it is asked a second time at the first answer.
    const first = asUtc - offsetAt(asUtc, timeZone);
    return asUtc - offsetAt(first, timeZone);
  } catch {
    return Number.NaN;
  }
}

function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const wall = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'));
  return wall - Math.floor(instant / 1000) * 1000;
}
