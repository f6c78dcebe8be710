import { describe, expect, it } from 'vitest';
import { isTimeZone, timeZones } from './time-zones.ts';

describe('time zones', () => {
  it('tell their offset in minutes east of UTC at that time', () => {
    const offset = (id: string, at: string) => timeZones(new Date(at)).find((zone) => zone.timeZoneId === id)?.offset;
    expect(offset('UTC', '2026-01-15T12:00:00Z')).toBe(0);
    expect(offset('Asia/Kolkata', '2026-01-15T12:00:00Z') ?? offset('Asia/Calcutta', '2026-01-15T12:00:00Z')).toBe(330);
    expect(offset('America/New_York', '2026-01-15T12:00:00Z')).toBe(-300);
    expect(offset('America/New_York', '2026-07-15T12:00:00Z')).toBe(-240);
  });

  it('stand from west to east, with id, name and offset (C18-01, C18-08)', () => {
    const zones = timeZones(new Date('2026-01-15T12:00:00Z'));
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.map((zone) => zone.offset)).toEqual(zones.map((zone) => zone.offset).toSorted((a, b) => a - b));
    expect(zones.find((zone) => zone.timeZoneId === 'America/New_York')?.name).toBe('(UTC-05:00) America/New York');
  });

  it('know a zone from a word', () => {
    expect(isTimeZone('Europe/Amsterdam')).toBe(true);
    expect(isTimeZone('Europe/Atlantis')).toBe(false);
  });
});
