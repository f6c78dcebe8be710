import { setImmediate as nextIteration } from 'node:timers/promises';

/**
 * Lets one caller at a time go on in each iteration of the event loop: between two of them the answers that arrived are read, which would
 * count as too late if thousands of connections were opened first.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => nextIteration()));
}
