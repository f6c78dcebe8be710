import { Refused } from '../refused.ts';

/** Runs work when its turn comes. @throws Refused `rate_limited` when the queue is full */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** A bounded queue for expensive work: up to `atOnce` run, up to `waiting` wait, and further calls are refused. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw new Refused('rate_limited', { retryAfter: 2 });
      // A finished call hands its turn over, so `running` does not change.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
