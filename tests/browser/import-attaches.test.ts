// An import that two browsers follow while the server is killed, and one that a person stops.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { field, press, standsAt, stepOf } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

let product: Product;
let browser: Browser;
let cookie: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  cookie = (await setUpByApi(product)).cookie;
  await callByApi(product, cookie, 'POST', '/client', { name: 'Acme', locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function openImport(): Promise<Page> {
  const page = await openPage(await newContext(browser, product, cookie), product, '/cloudMonitors');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByText('Import from a file').click();
  return page;
}

async function startImport(page: Page, name: string, rows: number): Promise<void> {
  await standsAt(page, 'File');
  const monitors = Array.from({ length: rows }, (_, index) => ({
    organization: 'Acme',
    location: 'Main office',
    monitorName: `${name} ${index}`,
    monitorType: 'PING',
    hostname: '192.0.2.1',
    enabled: false,
  }));
  const buffer = Buffer.from(JSON.stringify(monitors));
  await field(page, '/content')
    .locator('input[type=file]')
    .setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer });
  await field(page, '/content').getByText('monitors.json').waitFor();
  await press(page, 'Check file');
  await standsAt(page, 'Review');
  await press(page, 'Import');
  // Some are written, and not all.
  await stepOf(page).getByText(/\d %/).waitFor();
}

const stored = async () => Number((await callByApi(product, cookie, 'GET', '/cloudmonitor?limit=1'))['total']);

it('goes on after a kill of the server in both browsers that have its draft open', { timeout: 180_000 }, async () => {
  const first = await openImport();
  await startImport(first, 'Shop', 3000);
  const second = await openImport();
  await second.getByRole('button', { name: english.flow.resume }).click();
  await standsAt(second, 'Importing');
  await product.end('SIGKILL');
  await product.start();
  for (const page of [first, second]) {
    await standsAt(page, 'Import finished');
    await stepOf(page).getByText('3,000 added').waitFor();
  }
  expect(await stored()).toBe(3000);
});

it('stops when it is cancelled, keeps what is written, and goes on when asked', { timeout: 180_000 }, async () => {
  const page = await openImport();
  await startImport(page, 'Branch', 2000);
  await press(page, 'Cancel');
  await standsAt(page, 'The import was interrupted');
  await stepOf(page).getByText('You asked it to stop.').waitFor();
  const written = (await stored()) - 3000;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(2000);
  await press(page, 'Go on');
  await standsAt(page, 'Import finished');
  expect(await stored()).toBe(5000);
});
