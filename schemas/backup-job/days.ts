// Days of a calendar, `2026-11-27`, without a zone.

const DAY_MS = 86_400_000;
const weekDays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** `MON` */
export function weekDayOf(day: string): string {
  return weekDays[new Date(`${day}T00:00Z`).getUTCDay()] ?? '';
}
