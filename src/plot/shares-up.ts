import type { PlotPoint } from './series-plot.tsx';

/**
 * The share of checks that were up, 0 to 1, for the bar of each point; null where nothing was checked. Points that lie
 * nearer to each other than half of what one stands for (a check right after a change, and the next by schedule) share a
 * bar: none hides that the other was down.
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
