import { databaseFailure } from './failures.ts';

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

interface Options<Input, Output> {
  /** At most one input of a key is in a transaction; a further one is in a later one. */
  keyOf(input: Input): string;
  /** Stores the inputs in one transaction and returns what each gets, in their order. */
  store(inputs: readonly Input[]): Promise<readonly Output[]>;
}

/** Inputs of one transaction. */
const mostAtOnce = 250;

/**
 * Stores what came while the transaction before was under way by one transaction: thousands of agents answer at the same time, and commits
 * that announce something wait for each other.
 */
export function storeTogether<Input, Output>({
  keyOf,
  store,
}: Options<Input, Output>): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let storing = false;

  /** What PostgreSQL refuses holds up nothing else. */
  async function settle(some: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await store(some.map(({ input }) => input));
      for (const [index, { resolve }] of some.entries()) resolve(outputs[index] as Output);
    } catch (error) {
      if (some.length > 1 && databaseFailure(error) !== 'unavailable') for (const one of some) await settle([one]);
      else for (const { reject } of some) reject(error);
    }
  }

  function take(): Waiting<Input, Output>[] {
    const some = new Map<string, Waiting<Input, Output>>();
    const later: Waiting<Input, Output>[] = [];
    for (const each of waiting.splice(0)) {
      const key = keyOf(each.input);
      if (some.size >= mostAtOnce || some.has(key)) later.push(each);
      else some.set(key, each);
    }
    waiting.push(...later);
    return [...some.values()];
  }

  async function storeAll(): Promise<void> {
    storing = true;
    while (waiting.length > 0) await settle(take());
    storing = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!storing) void storeAll();
    });
}
