/** The average of round trips in milliseconds, to a hundredth; null without one. */
export function averageOf(times: readonly number[]): number | null {
  if (times.length === 0) return null;
  const average = times.reduce((sum, each) => sum + each, 0) / times.length;
  return Math.min(60_000, Math.round(average * 100) / 100);
}
