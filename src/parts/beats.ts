import type { BeatState } from './heartbeat-bar.tsx';

/** Input of a heartbeat bar: a row of the list, or a monitor of a public page, which has no response times. */
export interface Checked {
  frequency: number;
  beats: { at: readonly number[]; states: string; responseTimes?: readonly (number | null)[] };
}

/** A check, or a gap without checks. Times in milliseconds since 1970. */
export interface Beat {
  state: BeatState;
  at: number;
  /** When the gap ended; a check has no length. */
  until?: number;
  responseTime: number | null;
}

/** The number of checks that the server sends. */
export const beatsShown = 30;

const stateOf: Record<string, BeatState> = { u: 'up', d: 'down', U: 'maintenance', D: 'maintenanceDown' };

/** A gap begins when a check is missing for this many intervals. */
const late = 2.5;

/**
 * The latest checks, oldest first, with a beat for each gap. The expected interval is the
 * frequency or the median interval of these checks, whichever is longer, because the frequency may have changed.
 */
export function beatsOf({ beats, frequency }: Checked, now: number): Beat[] {
  const times = beats.at.map((seconds) => seconds * 1000);
  const distances = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const middle = distances.toSorted((left, right) => left - right)[Math.floor(distances.length / 2)] ?? 0;
  const longest = Math.max(frequency * 1000, middle) * late;
  const shown: Beat[] = [];
  for (const [index, at] of times.entries()) {
    const before = times[index - 1];
    if (before !== undefined && at - before > longest)
      shown.push({ state: 'unknown', at: before, until: at, responseTime: null });
    shown.push({
      state: stateOf[beats.states[index] ?? ''] ?? 'unknown',
      at,
      responseTime: beats.responseTimes?.[index] ?? null,
    });
  }
  const last = times.at(-1);
  if (last !== undefined && now - last > longest)
    shown.push({ state: 'unknown', at: last, until: now, responseTime: null });
  return shown.slice(-beatsShown);
}
