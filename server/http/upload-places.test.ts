import { expect, it } from 'vitest';
import { Refused } from '../refused.ts';
import { createPlaces } from './upload-places.ts';

const messageOf = (take: () => unknown): string | undefined => {
  try {
    take();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return `${error.code} after ${error.extra.retryAfter}: ${error.extra.message}`;
  }
};

it('refuses a person more pieces at a time than one may send, and takes the next once one has ended', () => {
  const take = createPlaces();
  const ends = [1, 2, 3, 4].map(() => take(7));
  expect(messageOf(() => take(7))).toBe(
    'rate_limited after 10: You are sending too many files at the same time. Wait a moment and try again.',
  );
  expect(messageOf(() => take(8))).toBeUndefined();
  ends[0]?.();
  expect(messageOf(() => take(7))).toBeUndefined();
  expect(messageOf(() => take(7))).toContain('You are sending');
});

it('refuses everybody once all places are taken, and takes the next once one has ended', () => {
  const take = createPlaces();
  const ends = Array.from({ length: 32 }, (_, index) => take(index));
  expect(messageOf(() => take(99))).toBe(
    'rate_limited after 10: The server is receiving too many files at the moment. Wait a moment and try again.',
  );
  ends[5]?.();
  expect(messageOf(() => take(99))).toBeUndefined();
});
