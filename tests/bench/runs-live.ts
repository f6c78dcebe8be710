// runs.live: 50,000 items that a run finds at 2,000 a second, stored as a working process stores them, while a page shows them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Page } from 'playwright-core';
import type { Database } from '#server/database/database.ts';
import { announce, type Live } from '#server/live/messages.ts';
import { storeReport } from '#server/runs/store-report.ts';
import { newContext, openBrowser, openPage } from '../browser/browser.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { percentile, rounded, type Bench, type BenchResult } from './bench.ts';
import { connectTo } from '../product/database-of.ts';
import { framesOf, frequencyOf, lagOf, watchFrames } from './frames.ts';

const items = 50_000;
const perSecond = 2000;
/** Milliseconds between two stores, as `work-on-run.ts` has it. */
const every = 250;

interface Store {
  run: string;
  /** Stores the next so many items. */
  found(from: number, count: number): Promise<void>;
  dispose(): Promise<void>;
}

/** A run of the administrator that this process holds. */
async function holdRun(product: Product): Promise<Store> {
  const client = await connectTo(product);
  const [run, holder] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into run (id, kind, subject, user_id, ip, input, state, progress, holder, lease_until, created_at, started_at, expires_at)
     values ($1, 'monitor-import', '', (select min(id) from app_user), '', 'held', 'running', $2, $3, now() + interval '1 minute', now(), now(),
       now() + interval '1 day')`,
    [run, JSON.stringify({ stage: 'write', stages: ['write'], done: 0, total: items }), holder],
  );
  const database = drizzle(client) as unknown as Database;
  const live = { announce } as unknown as Live;
  return {
    run,
    found: (from, count) =>
      database.transaction((db) =>
        storeReport(
          db,
          live,
          { id: run, holder, stages: ['write'] },
          {
            step: { stage: 'write', done: from + count, total: items },
            items: Array.from({ length: count }, (_, index) => {
              const row = from + index + 1;
              const data = { row, name: `Shop ${row}`, place: 'Acme, Main office', does: 'add', reason: '' };
              return { key: String(row), data };
            }),
          },
          new Date(),
        ),
      ),
    dispose: () => client.end(),
  };
}

/** The page of an import whose start is answered with the run that this process holds. */
async function openImport(page: Page, product: Product, cookie: string, run: string): Promise<void> {
  await page.route(/\/api\/cloudmonitor\/import\/\d+\/run$/, async (route) =>
    route.fulfill({ json: await callByApi(product, cookie, 'GET', `/run/${run}`) }),
  );
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByText('Import from a file').click();
  const monitor = {
    organization: 'Acme',
    location: 'Main office',
    monitorName: 'Shop',
    monitorType: 'PING',
    hostname: '192.0.2.1',
  };
  const buffer = Buffer.from(JSON.stringify([monitor]));
  await page.locator('input[type=file]').setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('grid').waitFor();
}

/** Resident memory of the server, in MB. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

async function run(): Promise<BenchResult[]> {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const { cookie } = await setUpByApi(product);
    await callByApi(product, cookie, 'POST', '/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
    const store = await holdRun(product);
    await store.found(0, 1);
    const page = await openPage(await newContext(browser, product, cookie), product, '/cloudMonitors');
    await openImport(page, product, cookie, store.run);
    await watchFrames(page);
    const stored: { total: number; at: number }[] = [];
    const memory: number[] = [];
    const begun = performance.now();
    const share = (perSecond * every) / 1000;
    for (let total = 1; total < items;) {
      const count = Math.min(share, items - total);
      await store.found(total, count);
      total += count;
      stored.push({ total, at: Date.now() });
      memory.push(memoryOf(product.pid()));
      await sleep(Math.max(0, begun + stored.length * every - performance.now()));
    }
    await sleep(1500);
    const frames = await framesOf(page);
    await store.dispose();
    const last = frames.at(-1)?.[1] ?? 0;
    if (last !== items) throw new Error(`the page shows ${last} of ${items} items`);
    const fps = frequencyOf(frames.filter(([at]) => at <= (stored.at(-1)?.at ?? 0)));
    const middle = Math.floor(memory.length / 2);
    const half = (some: readonly number[]) => percentile(some, 0.5);
    const grown = half(memory.slice(middle)) - half(memory.slice(0, middle));
    const p95 = lagOf(frames, stored);
    return [
      { name: 'runs.live.follow', value: rounded(p95, 0), unit: 'ms', goal: 'p95 <= 250 ms', holds: p95 <= 250 },
      {
        name: 'runs.live.frame',
        value: rounded(1000 / fps, 1),
        unit: 'ms',
        goal: 'mean <= 17.2 ms (60 a second)',
        holds: fps >= 58,
      },
      {
        name: 'runs.live.memory',
        value: rounded(grown, 1),
        unit: 'MB',
        goal: '<= 30 MB more in the second half',
        holds: grown <= 30,
      },
    ];
  } finally {
    await browser.close();
    await product.dispose();
  }
}

export const bench: Bench = { names: ['runs.live'], run };
