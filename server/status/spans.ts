import { localText, momentOf } from '#engine/vocabulary/instant.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The IANA zone as this machine spells it; undefined for none. */
export function knownZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** The starts of the last `count` hours, oldest first; the last one is under way. */
export function hourStarts(now: Date, count: number): Date[] {
  const last = Math.floor(now.getTime() / hourMs) * hourMs;
  return Array.from({ length: count }, (_, index) => new Date(last - (count - 1 - index) * hourMs));
}

/** The starts of the last `count` calendar days of a zone, oldest first; the last one is today. */
export function dayStarts(now: Date, count: number, zone: string): Date[] {
  const today = Date.parse(localText(now.getTime(), zone).slice(0, 10));
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(today - (count - 1 - index) * dayMs).toISOString().slice(0, 10);
    const start = momentOf(date, zone);
    if (!start) throw new Error(`${zone} has no midnight on ${date}`);
    return new Date(start.milliseconds);
  });
}
