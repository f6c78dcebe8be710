/** Formats quantities in messages, the same in every check. */

/** `512 bytes`, `1.5 KB`, `2.1 MB`, base 1024. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const kilo = bytes / 1024;
  return kilo < 1023.95 ? `${rounded(kilo)} KB` : `${rounded(kilo / 1024)} MB`;
}

/** `1 second`, `2.5 seconds`. */
export function secondsText(milliseconds: number): string {
  const seconds = rounded(milliseconds / 1000);
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

/** `28 Nov 2026`, in UTC. */
export function dayText(date: Date): string {
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

/** `5 days`, `1 day`. */
export function daysText(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
