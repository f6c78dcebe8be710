/** Runs work as soon as fewer than a number of others are running, in the order in which it came. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = [];
  let next = 0;
  let running = 0;

  /** Gives the place of work that has ended to the longest waiting one. */
  function release(): void {
    const start = waiting[next];
    if (start === undefined) {
      running -= 1;
      return;
    }
    next += 1;
    // Cut now and then: `shift` of a long list is slow.
    if (next === 1024) {
      waiting.splice(0, next);
      next = 0;
    }
    start();
  }

  return async (work) => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      release();
    }
  };
}
