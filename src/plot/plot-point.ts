/** A measurement, or several that were rolled up. */
export interface PlotPoint {
  /** Seconds since 1970. */
  at: number;
  /** Milliseconds; null without a response. */
  value: number | null;
  most: number | null;
  /** 0 to 1. */
  up: number;
  /** 0: a gap without measurements. */
  checks: number;
}
