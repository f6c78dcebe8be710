import { Refused } from '../refused.ts';

/** Runs work in its turn. @throws Refused `rate_limited` when too many wait already */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** A bounded queue for work that is dear: `atOnce` run, `waiting` wait, and whoever comes then is refused. */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): InTurn {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else {
      if (queue.length >= waiting) throw new Refused('rate_limited', { retryAfter: 2 });
      // Whoever ends hands its turn over, so `running` stays as it is.
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
