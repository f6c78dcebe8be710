import { expect, it } from 'vitest';
import { nextRuns } from '#engine/vocabulary/schedule.ts';
import { compare, compareEveryZone, type Compared } from './every-zone.ts';
import { plantedSchedules } from './planted.ts';

it('has the next runs that another library has, around each change of the clocks of each zone in a year (C20-03)', () => {
  const { compared, changes, wrong } = compareEveryZone(Date.parse('2026-01-01T00:00Z'), 1);
  expect(wrong).toEqual([]);
  expect(changes).toBeGreaterThan(200);
  expect(compared).toBe(changes * 40);
});

it('has the next runs that another library has for schedules of every kind that began long ago, and their ends (C20-02)', () => {
  const now = Date.parse('2026-11-27T12:00Z');
  const result: Compared = { compared: 0, changes: 0, wrong: [] };
  const schedules = plantedSchedules(2000, now);
  for (const schedule of schedules) compare(schedule, now, result);
  expect(result).toMatchObject({ compared: 2000, wrong: [] });
  // Some have ended, some end soon, and some go on.
  const counts = new Set(schedules.map((schedule) => nextRuns(schedule, { after: now }).length));
  expect([0, 10].every((count) => counts.has(count)) && counts.size > 4).toBe(true);
});
