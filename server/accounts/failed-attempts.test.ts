import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFailedAttempts, type FailedAttempt } from './failed-attempts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const ada: FailedAttempt = { kind: 'SIGN_IN_FAILED', user: { id: 1, email: 'ada@example.com' }, ip: '192.0.2.1' };

it('writes the first failure at once and counts the rest of the minute into one row (S11)', () => {
  const written: [string, number][] = [];
  const attempts = createFailedAttempts(async ({ ip }, count) => void written.push([ip, count]));
  for (let attempt = 0; attempt < 50; attempt++) attempts.note(ada);
  attempts.note({ ...ada, ip: '192.0.2.2' });
  expect(written).toEqual([
    ['192.0.2.1', 1],
    ['192.0.2.2', 1],
  ]);
  vi.advanceTimersByTime(60_000);
  expect(written.slice(2)).toEqual([['192.0.2.1', 49]]);
  // An attempt in the following window is also written when that window ends.
  attempts.note(ada);
  expect(written).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(written.slice(3)).toEqual([['192.0.2.1', 1]]);
});

it('writes a bounded number of rows when very many addresses guess', () => {
  const written: number[] = [];
  const attempts = createFailedAttempts(async (_attempt, count) => void written.push(count), { mostWindows: 10 });
  for (let attempt = 0; attempt < 500; attempt++) attempts.note({ ...ada, ip: `2001:db8::${attempt}` });
  expect(written).toHaveLength(11);
  vi.advanceTimersByTime(60_000);
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(500);
  expect(written).toHaveLength(12);
});

it('writes what it has counted when the server stops', async () => {
  const written: number[] = [];
  const attempts = createFailedAttempts(async (_attempt, count) => void written.push(count));
  attempts.note(ada);
  attempts.note(ada);
  await attempts.close();
  expect(written).toEqual([1, 1]);
});
