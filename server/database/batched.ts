import { databaseFailure } from './failures.ts';

interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

interface Options<Input, Output> {
  /** A batch has at most one input of a key; a further one is in a later batch. */
  keyOf(input: Input): string;
  /** Works on all inputs, in one transaction or query, and returns what each gets, in their order. */
  run(inputs: readonly Input[]): Promise<readonly Output[]>;
}

/** Inputs of one batch. */
const mostAtOnce = 250;

/**
 * Inputs that come while a batch is under way are the next one: thousands of agents connect or answer at the same time, a query costs more
 * than a row, and commits that announce something wait for each other.
 */
export function batched<Input, Output>({ keyOf, run }: Options<Input, Output>): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let running = false;

  /** What PostgreSQL refuses holds up nothing else. */
  async function settle(some: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(some.map(({ input }) => input));
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

  async function runAll(): Promise<void> {
    running = true;
    while (waiting.length > 0) await settle(take());
    running = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!running) void runAll();
    });
}
