import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Lets one caller go on in each iteration of the event loop. Between two callers Node reads the answers that arrived; if thousands of
 * connections were opened first, the timers of those answers would expire before.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => nextIteration()));
}
