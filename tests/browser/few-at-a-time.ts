// Runs work that mostly waits for several items at once, without overloading a small machine.

const AT_ONCE = 4;

/** Does the work for each; answers what came of one. What failed is told only to who asks for it. */
export async function fewAtATime<K, V>(keys: readonly K[], work: (key: K) => Promise<V>): Promise<(key: K) => V> {
  const outcomes = new Map<K, PromiseSettledResult<V>>();
  const left = keys.values();
  const worker = async () => {
    for (const key of left) {
      const [outcome] = await Promise.allSettled([work(key)]);
      outcomes.set(key, outcome);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (key) => {
    const outcome = outcomes.get(key);
    if (outcome === undefined) throw new Error(`nothing was done for ${String(key)}`);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  };
}

/** The items in groups of at most `size`. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
