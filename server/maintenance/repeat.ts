import type { DiscoverySchedule } from '#api/contract/directory-jobs.ts';
import { nextRunsOf } from '#engine/vocabulary/recurrence.ts';

/** When a schedule without an end runs next after a moment, in milliseconds (F04-56). */
export function nextRun(schedule: DiscoverySchedule, { timeZone, after }: { timeZone: string; after: number }): number {
  const [next] = nextRunsOf(schedule, { timeZone, after, count: 1 });
  if (next === undefined) throw new Error(`A schedule that repeats ${schedule.repeats} has no next run`);
  return next.milliseconds;
}
