import { expect, it } from 'vitest';
import { mostInterfaces } from '#api/contract/agent-methods/interfaces.ts';
import { indexesOf } from './read-interfaces.ts';

const column = '1.3.6.1.2.1.2.2.1.8';

/** A device whose next row comes from the test. */
const device = (next: (count: number) => string) => {
  let count = 0;
  return {
    asked: () => count,
    getNext: async () => ({ oid: next((count += 1)), type: 2, value: 1 }) as never,
  };
};

it('ends at the end of the column', async () => {
  expect(await indexesOf(device((count) => (count <= 3 ? `${column}.${count * 5}` : '1.3.6.1.2.1.2.2.1.9.5')))).toEqual(
    [5, 10, 15],
  );
});

it('stops when a device repeats rows or returns an invalid index', async () => {
  const circle = device((count) => `${column}.${1 + (count % 2)}`);
  expect(await indexesOf(circle)).toEqual([2]);
  expect(circle.asked()).toBe(2);
  for (const index of ['0', '1.2', '4294967296', 'x'])
    expect(await indexesOf(device(() => `${column}.${index}`))).toEqual([]);
});

it('reads no more interfaces than a reply may hold', async () => {
  const endless = device((count) => `${column}.${count}`);
  expect(await indexesOf(endless)).toHaveLength(mostInterfaces);
  expect(endless.asked()).toBe(mostInterfaces);
});
