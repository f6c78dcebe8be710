import { describe, expect, it } from 'vitest';
import { batched } from './batched.ts';

/** Stores numbers; refuses a batch that holds the wrong one. */
function storing(wrong?: string) {
  const stored: string[][] = [];
  const store = batched<string, string>({
    keyOf: (input) => input,
    async run(inputs) {
      await Promise.resolve();
      if (inputs.includes(wrong ?? '')) throw new Error(`refuses ${wrong}`);
      stored.push([...inputs]);
      return inputs.map((input) => `${input}!`);
    },
  });
  return { store, stored };
}

describe('a batch', () => {
  it('is what came while the batch before was under way, and each gets its own answer', async () => {
    const { store, stored } = storing();
    expect(await Promise.all(['a', 'b', 'c'].map(store))).toEqual(['a!', 'b!', 'c!']);
    expect(stored).toEqual([['a'], ['b', 'c']]);
  });

  it('holds one input of a key', async () => {
    const { store, stored } = storing();
    await Promise.all(['a', 'b', 'b'].map(store));
    expect(stored).toEqual([['a'], ['b'], ['b']]);
  });

  it('runs one by one when the database refuses it, so that only the wrong input fails', async () => {
    const { store, stored } = storing('c');
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(store));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(stored).toEqual([['a'], ['b'], ['d']]);
  });
});
