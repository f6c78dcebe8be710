// Work that mostly waits, done for several things at once, without drowning a small machine.

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
