import { describe, expect, it } from 'vitest';
import { formatIn } from './format.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const before = (seconds: number) => now - seconds * 1000;

describe('formats', () => {
  const format = formatIn('en-US', 'Europe/Amsterdam');

  it.each(['en-US', 'en-GB', 'en-AU'])('write decimals with a point in %s (C18-06)', (locale) =>
    expect(formatIn(locale, 'UTC').number(1234.5)).toBe('1,234.5'),
  );

  it.each([
    [2, 'now'],
    [30, '30 seconds ago'],
    [60, '1 minute ago'],
    [2 * 3600, '2 hours ago'],
    [23 * 3600, '23 hours ago'],
    [26 * 3600, 'yesterday'],
    [-2 * 86_400, 'in 2 days'],
  ])('tell %i seconds ago as "%s"', (seconds, words) => expect(format.relative(before(seconds), now)).toBe(words));

  it('name the zone of an exact time', () => expect(format.exact(now)).toMatch(/Nov 21, 2026, 13:00:00 GMT\+1/));

  it('write a time as its input takes it, in the zone, also on the day on which the clocks change', () => {
    expect(format.zone).toBe('Europe/Amsterdam');
    expect(format.local('2026-11-21T12:05:59Z')).toBe('2026-11-21T13:05');
    expect(format.local('2026-03-29T01:00:00Z')).toBe('2026-03-29T03:00');
    expect(formatIn('en-US', 'UTC').local('2026-01-01T00:00:00Z')).toBe('2026-01-01T00:00');
  });

  it('never round a share up to a whole', () => {
    expect(format.percent(0.99999)).toBe('99.99%');
    expect(format.percent(1)).toBe('100%');
  });

  it.each([
    [0, '0 s'],
    [65, '1 min 5 s'],
    [3600, '1 h'],
    [90_061, '1 d 1 h'],
  ])('tell a duration of %i seconds as "%s"', (seconds, words) => expect(format.duration(seconds)).toBe(words));

  it.each([
    [0.456, '0.46 ms'],
    [4.56, '4.6 ms'],
    [84.4, '84 ms'],
    [1236, '1.24 sec'],
  ])('tell %d milliseconds as "%s"', (value, words) => expect(format.milliseconds(value)).toBe(words));
});
