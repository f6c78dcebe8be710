// monitors.restart: kills (-9) a server that runs 10,000 monitors with a day of history, and restarts it immediately.
// Defaults: BENCH_MONITORS=10000 and BENCH_HOURS=24 of history.
import { setTimeout as sleep } from 'node:timers/promises';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { frequency, plantHistory, startFarm, untilHeld, type Farm } from './farm.ts';
import { punctuality, settledAt } from './punctuality.ts';

const monitors = Number(process.env['BENCH_MONITORS'] ?? 10_000);
const hours = Number(process.env['BENCH_HOURS'] ?? 24);
const round = frequency * 1000;

/** Seconds until the process that started at `started`, and is now ready, has checked every monitor. */
async function untilEachChecked(farm: Farm, started: Date): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const [{ left } = { left: 0 }] = (await farm.sql(
      `select count(*)::int as left from cloud_monitor m left join monitor_state s on s.monitor_id = m.node_id
       where s.checked_at is null or s.checked_at < $1`,
      [started.toISOString()],
    )) as { left: number }[];
    if (left === 0) return (performance.now() - begun) / 1000;
    if (performance.now() - begun > 300_000) throw new Error(`after five minutes ${left} monitors were never checked`);
    await sleep(100);
  }
}

export const bench: Bench = {
  names: ['monitors.restart'],
  async run() {
    const farm = await startFarm(monitors);
    try {
      await plantHistory(farm, hours, new Date());
      const started = new Date();
      await farm.begin();
      const first = await untilEachChecked(farm, started);

      const from = Date.now();
      await sleep(round / 2);
      const killed = performance.now();
      await farm.product.end('SIGKILL');
      const ready = await farm.product.start();
      await farm.connectAgain();
      const running = await untilHeld(farm, monitors, killed);
      const to = Date.now() + round;
      await sleep(Math.max(0, settledAt(to) - Date.now()));
      const { missed, mostMissed, doubled, checks } = await punctuality(farm, from, to);
      const figure = (
        name: string,
        value: number,
        unit: BenchResult['unit'],
        most: number,
        beside?: BenchResult['baseline'],
      ): BenchResult => ({
        name: `monitors.restart.${name}`,
        value: rounded(value),
        unit,
        goal: `<= ${most} ${unit}`,
        holds: value <= most,
        ...(beside && { baseline: beside }),
      });
      return [
        figure('running', running / 1000, 's', 10, { name: 'answers at /readyz after', value: rounded(ready / 1000) }),
        figure('missed', mostMissed, 'checks', 1, { name: `by one monitor; by all, of ${checks}`, value: missed }),
        figure('doubled', doubled, 'checks', 0),
        // One interval, and a second to write the last batch.
        figure('first', first, 's', frequency + 1),
      ];
    } finally {
      await farm.dispose();
    }
  },
};
