// An import that two browsers follow while the server is killed, one that a person stops, and a file that is sent on a slow line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { endSessions, newContext, openBrowser, openPage, sessionOf } from './browser.ts';
import { field, headingOf, press, standsAt, stepOf } from './form.ts';
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
  await field(page, '/file')
    .locator('input[type=file]')
    .setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer });
  await field(page, '/file').getByText('monitors.json').waitFor();
  await press(page, 'Check file');
  await standsAt(page, 'Review');
  await press(page, 'Import');
  // Some are written, and not all.
  await stepOf(page).getByText(/\d %/).waitFor();
}

/** Writing the rest of the rows takes longer on a slower machine. */
const finishes = (page: Page) => headingOf(page).filter({ hasText: 'Import finished' }).waitFor({ timeout: 90_000 });

const stored = async () => Number((await callByApi(product, cookie, 'GET', '/cloudmonitor?limit=1'))['total']);

it('goes on after a kill of the server in both browsers that have its draft open', { timeout: 180_000 }, async () => {
  const first = await openImport();
  await startImport(first, 'Shop', 2400);
  const second = await openImport();
  await second.getByRole('button', { name: english.flow.resume }).click();
  await standsAt(second, 'Importing');
  await product.end('SIGKILL');
  await product.start();
  for (const page of [first, second]) {
    await finishes(page);
    await stepOf(page).getByText('2,400 added').waitFor();
  }
  expect(await stored()).toBe(2400);
});

it('stops when it is cancelled, keeps what is written, and goes on when asked', { timeout: 180_000 }, async () => {
  const page = await openImport();
  await startImport(page, 'Branch', 2000);
  await press(page, 'Cancel');
  await standsAt(page, 'The import was interrupted');
  await stepOf(page).getByText('You asked it to stop.').waitFor();
  const written = (await stored()) - 2400;
  expect(written).toBeGreaterThan(0);
  expect(written).toBeLessThan(2000);
  await press(page, 'Go on');
  await finishes(page);
  expect(await stored()).toBe(4400);
});

/** 4.6 MB, whose rows are refused: what is of interest here is its way. */
const slowly = join(mkdtempSync(join(tmpdir(), 'cairn-upload-')), 'slow.csv');
beforeAll(() => writeFileSync(slowly, `monitorName\n${'Slow\n'.repeat(920_000)}`));
afterAll(() => rmSync(dirname(slowly), { recursive: true }));
const bytesPerSecond = 1_200_000;

/** A page on a slow line, and the places in the file where its requests began. */
async function onSlowLine(): Promise<{ page: Page; begun: number[] }> {
  const page = await openImport();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  });
  const begun: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') begun.push(Number(request.headers()['upload-offset']));
  });
  return { page, begun };
}

async function choose(page: Page): Promise<void> {
  await standsAt(page, 'File');
  await field(page, '/file').locator('input[type=file]').setInputFiles(slowly);
  await field(page, '/file').getByText('slow.csv', { exact: true }).waitFor();
  await press(page, 'Check file');
  await standsAt(page, 'Uploading the file');
}

const half = (page: Page) =>
  stepOf(page)
    .getByText(/^[3-9]\d % · \d\.\d MB of 4\.6 MB/)
    .waitFor();

it(
  'sends a file piece by piece, pauses, and goes on after a reload where it stopped',
  { timeout: 180_000 },
  async () => {
    const { page, begun } = await onSlowLine();
    await choose(page);
    await half(page);
    await press(page, 'Pause');
    await stepOf(page)
      .getByText(/· Paused$/)
      .waitFor();
    // A keyboard user continues from there.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Continue');
    const pieces = begun.length;
    await page.waitForTimeout(1500);
    expect(begun).toHaveLength(pieces);
    await page.reload();
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByText('Import from a file').click();
    await page.getByRole('button', { name: english.flow.resume }).click();
    await standsAt(page, 'File');
    await field(page, '/file').getByText('Choose slow.csv again:').waitFor();
    begun.length = 0;
    await choose(page);
    await field(page, '/file')
      .getByText(/^The file has more than 10,000 monitors\./)
      .waitFor();
    expect(begun[0]).toBeGreaterThanOrEqual(1_000_000);
    expect(new Set(begun).size).toBe(begun.length);
  },
);

it(
  'resumes by itself when the server was away, and removes what was sent when it is cancelled',
  { timeout: 180_000 },
  async () => {
    const { page } = await onSlowLine();
    // The draft of before is offered.
    await page.getByRole('button', { name: english.flow.begin }).click();
    await choose(page);
    await half(page);
    await product.end('SIGKILL');
    await page.waitForTimeout(3000);
    await page.getByText(/Trying again automatically \(1 of 10\)/).waitFor();
    await product.start();
    await stepOf(page)
      .getByText(/^[6-9]\d % /)
      .waitFor();
    const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await press(page, 'Cancel');
    expect((await removed).status()).toBe(200);
    await standsAt(page, 'File');
    await field(page, '/file').getByText('slow.csv').waitFor();
  },
);

it(
  'asks for a sign-in when the session ended during a pause, and uploads anew what the server no longer has',
  { timeout: 180_000 },
  async () => {
    const { page, begun } = await onSlowLine();
    let id = '';
    page.on('request', (request) => {
      if (request.method() === 'PATCH') id = request.url().split('/').at(-1) ?? '';
    });
    await page.getByRole('button', { name: english.flow.begin }).click();
    await choose(page);
    await half(page);
    await press(page, 'Pause');
    await callByApi(product, cookie, 'DELETE', `/upload/${id}`);
    await press(page, 'Continue');
    await standsAt(page, 'File');
    await stepOf(page).getByText('The server no longer keeps what was uploaded. Upload the file again.').waitFor();
    begun.length = 0;
    await press(page, 'Check file');
    await half(page);
    expect(begun[0]).toBe(0);
    await press(page, 'Pause');
    await endSessions(product, await sessionOf(page.context()));
    await press(page, 'Continue');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  },
);
