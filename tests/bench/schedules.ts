// schedules: the next ten runs of 10,000 schedules of every kind and zone; and whether they are right, around each change of the clocks
// of each zone in ten years, by another library.
import { nextRuns } from '#engine/vocabulary/schedule.ts';
import { compare, compareEveryZone, type Compared } from '../schedules/every-zone.ts';
import { plantedSchedules } from '../schedules/planted.ts';
import { percentile, rounded, type Bench } from './bench.ts';

const count = 10_000;
const rounds = 5;
const most = 1;
const now = Date.parse('2026-11-27T12:00Z');
const years = 10;

export const bench: Bench = {
  names: ['schedules.next', 'schedules.wrong'],
  async run() {
    const schedules = plantedSchedules(count, now);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      for (const schedule of schedules) nextRuns(schedule, { after: now });
      seconds.push((performance.now() - begun) / 1000);
    }
    const around = compareEveryZone(now, years);
    const random: Compared = { compared: 0, changes: 0, wrong: [] };
    for (const schedule of schedules) compare(schedule, now, random);
    const wrong = [...around.wrong, ...random.wrong];
    for (const words of wrong) console.error(words);
    // The first round also loads the clocks of every zone.
    const [first = 0] = seconds;
    return [
      {
        name: 'schedules.next',
        value: rounded(first),
        unit: 's',
        goal: `<= ${most} s`,
        holds: first <= most,
        baseline: { name: 'once the zones are loaded', value: rounded(percentile(seconds.slice(1), 0.5)) },
      },
      {
        name: 'schedules.wrong',
        value: wrong.length,
        unit: 'checks',
        goal: 'none',
        holds: wrong.length === 0,
        baseline: {
          name: `schedules around ${around.changes} changes of the clocks, and others,`,
          value: around.compared + random.compared,
        },
      },
    ];
  },
};
