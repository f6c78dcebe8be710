/** What the plots show, in seconds back from now. */
export const ranges = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;
export type RangeName = keyof typeof ranges;

/** What a person chose: so long until now, or from one instant to another (seconds since 1970). */
export type Range = { name: RangeName } | { from: number; to: number };

export function isRangeName(value: unknown): value is RangeName {
  return typeof value === 'string' && Object.hasOwn(ranges, value);
}

/** Whole minutes, so that looking again within one asks for the same. */
export function rangeEnd(now: number): number {
  return Math.ceil(now / 60_000) * 60;
}

/** `range` at a time in milliseconds. */
export function spanOf(range: Range, now: number): { from: number; to: number } {
  if (!('name' in range)) return range;
  const to = rangeEnd(now);
  return { from: to - ranges[range.name], to };
}

/** The shortest time that a fitted plot shows, in seconds. */
const shortestFit = 300;

/** Where the plot of a named range begins: with the data where they are younger, so that a new monitor's few points fill it. */
export function fittedStart(
  { from, to }: { from: number; to: number },
  first: number | undefined,
  period: number,
): number {
  return first === undefined ? from : Math.max(from, Math.min(first - period, to - shortestFit));
}

/** A range as it stands in the address, to be shared: `range=week`, or `from` and `to` in UTC. */
export function searchOf(range: Range): Record<string, string> {
  if ('name' in range) return { range: range.name };
  return { from: instantText(range.from), to: instantText(range.to) };
}

/** The range that an address says; undefined where it says none that can be shown. */
export function rangeIn({ range, from, to }: Record<string, unknown>): Range | undefined {
  if (isRangeName(range)) return { name: range };
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  const [begin, end] = [Date.parse(from) / 1000, Date.parse(to) / 1000];
  return end > begin ? { from: begin, to: end } : undefined;
}

function instantText(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

export interface GapPoint {
  /** Seconds since 1970. */
  at: number;
  /** Milliseconds; null where nothing came back. */
  value: number | null;
  most: number | null;
  /** 0 to 1. */
  up: number;
  /** None: nothing was measured there. */
  checks: number;
}

/**
 * Points with an empty one where more than `longest` seconds lie between two: nothing was measured there, and a line
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

export interface Figures {
  /** Milliseconds, over the checks with an answer. */
  average: number | undefined;
  slowest: number | undefined;
  checks: number;
}

/** What stands above the plots. A point of several checks weighs as many. */
export function figuresOf(points: readonly GapPoint[]): Figures {
  let [sum, timed, checks] = [0, 0, 0];
  let slowest: number | undefined;
  for (const point of points) {
    checks += point.checks;
    // An error page comes quickly: a check that failed says nothing about how fast the target is.
    if (point.value !== null && point.up > 0) {
      sum += point.value * point.checks;
      timed += point.checks;
    }
    if (point.most !== null && point.up > 0) slowest = Math.max(slowest ?? 0, point.most);
  }
  return { average: timed === 0 ? undefined : sum / timed, slowest, checks };
}
