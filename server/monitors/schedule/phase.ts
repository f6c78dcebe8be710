/** The golden ratio's fraction: consecutive ids fall evenly apart, however many there are. */
const golden = 0.618_033_988_749_895;

/**
 * The first instant after `after` at which a monitor is due, in milliseconds since 1970. A monitor's instants are the
 * same in every process and after every restart, so that monitors of one frequency never run all at once.
 */
export function nextDue(id: number, frequencyMs: number, after: number): number {
  const phase = Math.floor(((id * golden) % 1) * frequencyMs);
  return Math.floor((after - phase) / frequencyMs) * frequencyMs + phase + frequencyMs;
}
