import type { Format } from '#screens/shared/format.ts';

/** "840 ms", "12 s", "3 min 10 s". */
export function spentTime(format: Pick<Format, 'milliseconds' | 'duration'>, ms: number): string {
  return ms < 1000 ? format.milliseconds(ms) : format.duration(Math.round(ms / 1000));
}
