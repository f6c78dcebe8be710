/** Time zone settings that are not IANA zones (C18-02). */
export const specialZones = {
  currentLocation: 'current_location',
  localDevice: '_Local',
  division: '_Division',
} as const;

/** C18-07 */
export const quickZones = [
  { id: 'America/Los_Angeles', name: 'San Francisco' },
  { id: 'America/Denver', name: 'Denver' },
  { id: 'America/Chicago', name: 'Chicago' },
  { id: 'America/New_York', name: 'New York' },
] as const;

/** Resolves a setting to an IANA zone; undefined, also for an unknown zone, means the browser's zone. */
export function zoneOf(timeZoneId: string, divisionZone?: string): string | undefined {
  if (timeZoneId === specialZones.division) return divisionZone === undefined ? undefined : zoneOf(divisionZone);
  if (timeZoneId === '' || timeZoneId === specialZones.localDevice || timeZoneId === specialZones.currentLocation)
    return undefined;
  try {
    Intl.DateTimeFormat('en', { timeZone: timeZoneId });
    return timeZoneId;
  } catch {
    return undefined;
  }
}

/** 330 → "UTC+05:30". */
export function offsetText(minutes: number): string {
  const sign = minutes < 0 ? '−' : '+';
  const whole = Math.abs(minutes);
  return `UTC${sign}${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`;
}
