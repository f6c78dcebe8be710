import type { PlotPoint } from './plot-point.ts';

/**
 * The share of successful checks, 0 to 1, for each point's bar; null without checks. Points that are
 * closer than half a period (a check right after a change, and the next scheduled one) share a
 * value, so that overlapping bars cannot hide a failure.
 */
export function sharesUp(points: readonly PlotPoint[], period: number): (number | null)[] {
  const slots: PlotPoint[][] = [];
  for (const point of points) {
    const slot = slots.at(-1);
    const begun = slot?.[0]?.at ?? Number.NEGATIVE_INFINITY;
    if (slot !== undefined && point.at - begun < period / 2) slot.push(point);
    else slots.push([point]);
  }
  return slots.flatMap((slot) => {
    const checks = slot.reduce((sum, point) => sum + point.checks, 0);
    const up = slot.reduce((sum, point) => sum + point.up * point.checks, 0);
    return slot.map((point) => (point.checks > 0 ? up / checks : null));
  });
}
