// monitors.capacity: monitors every 60 s against local servers, with a browser on the dashboard, five minutes per number of monitors.
// Defaults: BENCH_MONITORS=1000,3000,10000 and BENCH_SECONDS=300; the goals apply to the largest number.
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../../../scripts/browser.mjs';
import { signInByCookie } from '../../product/person.ts';
import { rounded, type Bench, type BenchResult } from '../bench.ts';
import { frequency, startFarm, untilHeld, type Farm } from './farm.ts';
import { processorSeconds, processorSecondsBelow, residentMegabytes } from './processor-time.ts';
import { punctuality, settledAt } from './punctuality.ts';

const numbers = (process.env['BENCH_MONITORS'] ?? '1000,3000,10000').split(',').map(Number);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 300);

interface Load {
  /** Milliseconds of processor time per check, of the server and its PostgreSQL. */
  server: number;
  postgres: number;
  /** The server's share of one core. */
  core: number;
  megabytes: number;
}

async function watch(
  farm: Farm,
  from: number,
  to: number,
): Promise<Omit<Load, 'server' | 'postgres'> & { spent: number; below: number }> {
  const pid = farm.product.pid();
  await sleep(Math.max(0, from - Date.now()));
  const begun = { at: performance.now(), own: processorSeconds(pid), below: processorSecondsBelow(pid) };
  let megabytes = 0;
  while (Date.now() < to) {
    megabytes = Math.max(megabytes, residentMegabytes(pid));
    await sleep(Math.min(1000, Math.max(1, to - Date.now())));
  }
  const spent = processorSeconds(pid) - begun.own;
  const below = processorSecondsBelow(pid) - begun.below;
  return { spent, below, megabytes, core: spent / ((performance.now() - begun.at) / 1000) };
}

/** Opens the page that a technician keeps open all day. */
async function openDashboard(farm: Farm): Promise<() => Promise<void>> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('no browser');
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signInByCookie(context, farm.product, farm.cookie);
  const page = await context.newPage();
  await page.goto(`${farm.product.url}/#/systemDashboard/overview`);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  return () => browser.close();
}

async function measure(monitors: number, goals: boolean): Promise<BenchResult[]> {
  const farm = await startFarm(monitors);
  try {
    await farm.begin();
    await untilHeld(farm, monitors, performance.now());
    const close = await openDashboard(farm);
    // The first round warms up; the measurement begins with the second.
    const from = Date.now() + frequency * 1000;
    const to = from + seconds * 1000;
    const { spent, below, core, megabytes } = await watch(farm, from, to);
    await close();
    await sleep(Math.max(0, settledAt(to) - Date.now()));
    const { missed, checks, p50, p99, worst } = await punctuality(farm, from, to);
    const figure = (
      name: string,
      value: number,
      unit: BenchResult['unit'],
      most: number,
      beside?: BenchResult['baseline'],
    ): BenchResult => ({
      name: `monitors.capacity.${monitors}.${name}`,
      value: rounded(value),
      unit,
      goal: goals ? `<= ${most} ${unit}` : 'shown beside the largest number',
      holds: !goals || value <= most,
      ...(beside && { baseline: { name: beside.name, value: rounded(beside.value) } }),
    });
    return [
      figure('missed', missed, 'checks', 0, { name: 'of checks', value: checks + missed }),
      figure('lateness', p99, 'ms', 100, { name: `median ${rounded(p50)} ms, worst`, value: worst }),
      figure('memory', megabytes, 'MB', 300),
      figure('core', core * 100, '%', 25),
      figure('check', (spent / checks) * 1000, 'ms', 1.5, { name: 'PostgreSQL', value: (below / checks) * 1000 }),
    ];
  } finally {
    await farm.dispose();
  }
}

export const bench: Bench = {
  names: ['monitors.capacity'],
  async run() {
    const results: BenchResult[] = [];
    const largest = Math.max(...numbers);
    for (const monitors of numbers) results.push(...(await measure(monitors, monitors === largest)));
    return results;
  },
};
