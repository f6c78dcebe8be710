/** Each promise resolves in an iteration of the event loop of its own; those of `first` before all of `after`. */
export interface Turns {
  first(): Promise<void>;
  after(): Promise<void>;
}

/**
 * Lets one caller go on in each iteration of the event loop. Between two callers Node reads the answers that arrived; if thousands of
 * connections were opened first, the timers of those answers would expire before.
 */
export function createTurns(): Turns {
  const first: (() => void)[] = [];
  const after: (() => void)[] = [];
  const next = () => {
    (first.shift() ?? after.shift())?.();
    if (first.length + after.length > 0) setImmediate(next);
  };
  const wait = (queue: (() => void)[]): Promise<void> =>
    new Promise((resolve) => {
      if (first.length + after.length === 0) setImmediate(next);
      queue.push(resolve);
    });
  return { first: () => wait(first), after: () => wait(after) };
}
