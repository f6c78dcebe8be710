import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Kept } from './kept.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('what is kept', () => {
  it('is found out once for all who ask meanwhile, and again when it is old', async () => {
    const kept = new Kept(10);
    let found = 0;
    const find = async () => ++found;
    expect(await Promise.all([kept.get('a', 1000, find), kept.get('a', 1000, find)])).toEqual([1, 1]);
    vi.advanceTimersByTime(1001);
    expect(await kept.get('a', 1000, find)).toBe(2);
  });

  it('is no failure', async () => {
    const kept = new Kept(10);
    await expect(kept.get('a', 1000, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await kept.get('a', 1000, async () => 'there')).toBe('there');
  });

  it('is bounded: the oldest goes', async () => {
    const kept = new Kept(2);
    let found = 0;
    for (const key of ['a', 'b', 'c']) await kept.get(key, 1000, async () => ++found);
    expect(await kept.get('c', 1000, async () => ++found)).toBe(3);
    expect(await kept.get('a', 1000, async () => ++found)).toBe(4);
  });
});
