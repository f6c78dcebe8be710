import { expect, it } from 'vitest';
import { dayStarts, hourStarts, knownZone } from './spans.ts';

const now = new Date('2026-03-30T10:20:00Z');
const iso = (dates: readonly Date[]) => dates.map((date) => date.toISOString());

it('begins days at midnight of the zone, also where the clocks change', () => {
  // In Berlin the clocks went forward on the 29th.
  expect(iso(dayStarts(now, 4, 'Europe/Berlin'))).toEqual([
    '2026-03-26T23:00:00.000Z',
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  expect(iso(dayStarts(now, 1, 'Pacific/Auckland'))).toEqual(['2026-03-29T11:00:00.000Z']);
  expect(dayStarts(now, 90, 'UTC')).toHaveLength(90);
});

it('begins hours at the full hour, the last one being under way', () => {
  expect(iso(hourStarts(now, 2))).toEqual(['2026-03-30T09:00:00.000Z', '2026-03-30T10:00:00.000Z']);
});

it('knows a zone however it is written, and no other', () => {
  expect(knownZone('europe/berlin')).toBe('Europe/Berlin');
  expect(knownZone('Mars/Olympus')).toBeUndefined();
  expect(knownZone('')).toBeUndefined();
});
