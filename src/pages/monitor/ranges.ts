/** What the plot shows, in seconds back from now. */
export const ranges = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
export type RangeName = keyof typeof ranges;

export function isRangeName(value: unknown): value is RangeName {
  return typeof value === 'string' && value in ranges;
}

/** Whole minutes, so that looking again within one asks for the same. */
export function rangeEnd(now: number): number {
  return Math.ceil(now / 60_000) * 60;
}

export interface GapPoint {
  at: number;
  value: number | null;
  most: number | null;
  up: number;
  checks: number;
}

/**
 * Points with a null where more than `longest` seconds lie between two: nothing was measured there, and a line
 * across would say otherwise. In order of time.
 */
export function withGaps(points: readonly GapPoint[], longest: number): GapPoint[] {
  const out: GapPoint[] = [];
  for (const point of points) {
    const before = out.at(-1);
    if (before && point.at - before.at > longest)
      out.push({ at: before.at + longest / 2, value: null, most: null, up: 1, checks: 0 });
    out.push(point);
  }
  return out;
}
