import type { Schedule } from '#api/contract/schedule.ts';
import { nextRuns } from '#engine/vocabulary/schedule.ts';
import { wake } from '../jobs/wake.ts';

export const wakeAutomations = wake('run_automations');

/** When it runs next after a moment; null: never again. */
export function nextRunOf(schedule: Schedule, after: Date): Date | null {
  const [next] = nextRuns(schedule, { after: after.getTime(), count: 1 });
  return next ? new Date(next.milliseconds) : null;
}
