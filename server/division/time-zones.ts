import { tzOffset } from '@date-fns/tz/tzOffset';

/** Time zone option (C18-08): `offset` is minutes east of UTC now. */
export interface TimeZone {
  name: string;
  timeZoneId: string;
  offset: number;
}

const FRESH_MS = 15 * 60_000;
let kept: { at: number; zones: TimeZone[] } | undefined;

/** Every IANA zone, from west to east. Offsets change only with daylight saving, so they are cached for 15 minutes. */
export function timeZones(now: Date): TimeZone[] {
  const at = Math.floor(now.getTime() / FRESH_MS);
  if (kept?.at !== at)
    kept = {
      at,
      zones: zoneIds()
        .map((id) => zone(id, now))
        .sort(fromWest),
    };
  return kept.zones;
}

export function isTimeZone(id: string): boolean {
  return ids.has(id);
}

function zoneIds(): string[] {
  return [...ids];
}

const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);

function zone(timeZoneId: string, now: Date): TimeZone {
  const offset = tzOffset(timeZoneId, now);
  return { name: `(UTC${clock(offset)}) ${timeZoneId.replaceAll('_', ' ')}`, timeZoneId, offset };
}

function clock(offset: number): string {
  const minutes = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function fromWest(left: TimeZone, right: TimeZone): number {
  return left.offset - right.offset || left.timeZoneId.localeCompare(right.timeZoneId);
}
