// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readAgain, type ReadAgain } from './read-again.ts';
import { askedById, madeOldBy } from './topics.ts';

/** A page that shows these calls; how often each was read, and how long a reading takes. */
function page(keys: readonly (readonly unknown[])[], took: () => number = () => 0) {
  const data = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const reads: string[] = [];
  const leave = keys.map((queryKey) =>
    new QueryObserver(data, {
      queryKey,
      queryFn: async () => {
        reads.push(JSON.stringify(queryKey));
        await new Promise((resolve) => setTimeout(resolve, took()));
        return reads.length;
      },
    }).subscribe(() => undefined),
  );
  const reader = readAgain(data);
  leavers.push(reader, { hear() {}, stop: () => leave.forEach((stop) => stop()) });
  return { reader, reads };
}
const leavers: ReadAgain[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { stop } of leavers.splice(0)) stop();
  vi.useRealTimers();
});

const monitor = (...ids: number[]) => ({ topic: 'monitor', ids });

describe('what live messages made old', () => {
  it('is read at once after a quiet time', async () => {
    const { reader, reads } = page([['listMonitors']]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    reader.hear(monitor(1));
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(1);
  });

  it('is read once a second while messages pour in, and once more after the last', async () => {
    const { reader, reads } = page([['listMonitors']]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    for (let count = 0; count < 50; count += 1) {
      reader.hear(monitor(count));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(reads.length).toBeGreaterThanOrEqual(5);
    expect(reads.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(1100);
    const settled = reads.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads.length).toBe(settled);
  });

  it.each([
    { took: 100, rest: 3, within: 30, count: 10 },
    // Never so long that the page could be taken for one that is not live.
    { took: 2000, rest: 5, within: 26, count: 4 },
  ])('rests $rest s after a reading of $took ms, and is never begun anew while it is under way', async (each) => {
    const { reader, reads } = page([['listMonitors']], () => each.took);
    await vi.advanceTimersByTimeAsync(10_000);
    reads.length = 0;
    for (let tenths = 0; tenths < each.within * 10; tenths += 1) {
      reader.hear(monitor(tenths));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(reads.length).toBe(each.count);
  });

  it('is only the monitor that was told of, where a call is about one', async () => {
    const one = (id: number) => ['readMonitor', { params: { id } }];
    const { reader, reads } = page([one(1), one(2)]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    reader.hear(monitor(2, 3));
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toEqual([JSON.stringify(one(2))]);
  });

  it('is only the device that reported, while lists of devices are read for each', async () => {
    const device = (call: string, id: number) => [call, { params: { id } }];
    const { reader, reads } = page([
      device('readDevice', 1),
      device('readDevice', 2),
      device('readNode', 1),
      ['searchDevices'],
    ]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    reader.hear({ topic: 'node', ids: [2] });
    await vi.advanceTimersByTimeAsync(1);
    expect(reads.toSorted()).toEqual([JSON.stringify(device('readDevice', 2)), JSON.stringify(['searchDevices'])]);
  });

  it('is asked by id only where the topic invalidates the call', () => {
    for (const [topic, names] of Object.entries(askedById))
      expect(madeOldBy[topic]).toEqual(expect.arrayContaining(names));
  });

  it('is every one of them where the ids are those of something else', async () => {
    const { reader, reads } = page([['readMonitor', { params: { id: 1 } }]]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    reader.hear({ topic: 'alert', ids: [77] });
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toHaveLength(1);
  });

  it('waits until the page is seen again', async () => {
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { reader, reads } = page([['listMonitors']]);
    await vi.advanceTimersByTimeAsync(10);
    reads.length = 0;
    reader.hear(monitor(1));
    await vi.advanceTimersByTimeAsync(5000);
    expect(reads).toEqual([]);
    hidden.mockRestore();
  });
});
