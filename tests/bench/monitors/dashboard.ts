// monitors.dashboard: the list of 10,000 running monitors, from a cold page load to rows and a search box that accepts a keystroke;
// and one monitor's month of results, from the click on Month to the painted plot.
// Default: BENCH_MONITORS=10000.
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../../scripts/browser.mjs';
import { signInByCookie } from '../../product/person.ts';
import { percentile, rounded, type Bench, type BenchResult } from '../bench.ts';
import { plantHistory, startFarm, untilHeld, type Farm } from './farm.ts';

const monitors = Number(process.env['BENCH_MONITORS'] ?? 10_000);
const rounds = 7;

async function signedIn(browser: Browser, farm: Farm): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signInByCookie(context, farm.product, farm.cookie);
  return context;
}

/**
 * Time from the start of the navigation until rows are visible and the search box has accepted a keystroke. Every page has
 * its own browser context, so nothing is cached. Polled inside the page at each frame, because the driver polls only every half second.
 */
async function list(browser: Browser, farm: Farm): Promise<number> {
  const context = await signedIn(browser, farm);
  const page = await context.newPage();
  await page.goto(`${farm.product.url}/#/cloudMonitors`, { waitUntil: 'commit' });
  const took = await page.evaluate(async () => {
    for (;;) {
      const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.textContent.includes('Shop'));
      const box = document.querySelector<HTMLInputElement>('main input[type="search"]');
      if (box && rows.length > 5) {
        box.focus();
        document.execCommand('insertText', false, 'S');
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (box.value !== 'S') throw new Error('the search box did not take a keystroke');
        return performance.now();
      }
      if (performance.now() > 30_000) throw new Error('no rows and search box after 30 s');
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  });
  await context.close();
  return took;
}

/** Clicks and polls inside the page, so that the driver's round trips do not count. */
async function month(browser: Browser, farm: Farm, id: number): Promise<number> {
  // The browser caches data and stores the selected range, so each round uses a new context.
  const context = await signedIn(browser, farm);
  const page = await context.newPage();
  await page.goto(`${farm.product.url}/#/cloudMonitorDashboard/${id}`);
  await page.locator('main canvas').first().waitFor();
  const took = await pressMonth(page);
  await context.close();
  return took;
}

function pressMonth(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const target = [...document.querySelectorAll<HTMLElement>('main label')].find(
      (candidate) => candidate.textContent?.trim() === 'Month',
    );
    if (!target) throw new Error('no choice Month');
    const canvas = CanvasRenderingContext2D.prototype;
    const stroke = canvas.stroke;
    let painted = 0;
    canvas.stroke = function (this: CanvasRenderingContext2D, ...given: []) {
      painted = performance.now();
      return Reflect.apply(stroke, this, given) as void;
    };
    performance.clearResourceTimings();
    const begun = performance.now();
    target.click();
    for (;;) {
      const [answered] = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/results?')) as PerformanceResourceTiming[];
      if (answered && painted > answered.responseEnd) break;
      if (performance.now() - begun > 10_000) throw new Error('nothing was painted 10 s after Month');
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - begun;
  });
}

/** Inserts a month of results of one monitor: single checks for two days, five-minute and hourly rollups before. */
async function plantMonth({ sql }: Farm, id: number): Promise<void> {
  await sql(
    `insert into monitor_result (monitor_id, at, ok, response_time, status_code)
     select $1, at, random() > 0.01, 5 + 20 * random(), 200
     from generate_series(now() - interval '48 hours', now(), interval '1 minute') at on conflict do nothing`,
    [id],
  );
  for (const [resolution, checks] of [
    [300, 5],
    [3600, 60],
  ])
    await sql(
      `insert into monitor_rollup (monitor_id, resolution, at, checks, up, timed, response_sum, response_max)
       select $1, $2::int, at, $3::int, $3::int, $3::int, $3::int * 12, 5 + 40 * random()
       from generate_series(date_bin(make_interval(secs => $2::int), now() - interval '30 days', 'epoch'), now(),
         make_interval(secs => $2::int)) at on conflict do nothing`,
      [id, resolution, checks],
    );
}

export const bench: Bench = {
  names: ['monitors.dashboard'],
  async run() {
    const executablePath = await findBrowser();
    if (!executablePath) throw new Error('no browser');
    const farm = await startFarm(monitors);
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      await plantHistory(farm, 1, new Date());
      const [{ id } = { id: 0 }] = (await farm.sql('select min(node_id) as id from cloud_monitor')) as { id: number }[];
      await plantMonth(farm, id);
      await farm.begin();
      await untilHeld(farm, monitors, performance.now());
      const lists: number[] = [];
      for (let round = 0; round < rounds; round += 1) lists.push(await list(browser, farm));
      const months: number[] = [];
      for (let round = 0; round < rounds; round += 1) months.push(await month(browser, farm, id));
      const figure = (name: string, value: number, most: number): BenchResult => ({
        name: `monitors.dashboard.${name}`,
        value: rounded(value),
        unit: 'ms',
        goal: `<= ${most} ms`,
        holds: value <= most,
      });
      return [figure('list', percentile(lists, 0.5), 1000), figure('month', percentile(months, 0.5), 300)];
    } finally {
      await browser.close();
      await farm.dispose();
    }
  },
};
