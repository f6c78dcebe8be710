/** `21 Nov 2026, 15:21` in the order of the browser's language: 24 hours, as everywhere in the console. */
export function moment(instant: string): string {
  return new Date(instant).toLocaleString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
