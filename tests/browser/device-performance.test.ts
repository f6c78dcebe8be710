// A real agent reports the load of a device: a person sees it plotted, and the alert that it raises.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let id: number;

const minute = 60_000;
/** Minutes of the past that the agent reports. */
const past = 60;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const { cookie } = await setUpByApi(product);
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  let taken = 0;
  const agent = startAgent(product.url, {
    token: String(token),
    until: 'file',
    samplesMs: 20,
    // An hour of the past as fast as it goes, then the present minute.
    readSample: async () => {
      taken += 1;
      const ago = Math.max(0, past - taken);
      return {
        at: new Date(Date.now() - ago * minute).toISOString(),
        cpu: 0.3 + 0.2 * Math.sin(ago / 6),
        memory: 0.6,
        volumes: [
          { mount: '/', size: 40 * 1024 ** 3, used: 38 * 1024 ** 3 },
          { mount: '/srv', size: 2 * 1024 ** 4, used: 1024 ** 4 },
        ],
      };
    },
  });
  id = await agent.nodeId();
  const reported = async () => {
    const { series } = await callByApi(product, cookie, 'GET', `/device/${id}/performance`);
    const [first] = series as unknown as { points: unknown[] }[];
    return first?.points.length ?? 0;
  };
  await vi.waitUntil(async () => (await reported()) >= past / 5, { timeout: 60_000, interval: 500 });
  context = await newContext(browser, product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const plot = (page: Page, name: string) => page.getByRole('img', { name: new RegExp(`^${name} in use`) });

/** How many pixels of a plot are drawn. */
const drawn = (page: Page, name: string) =>
  plot(page, name).evaluate((place) => {
    const canvas = place.querySelector('canvas');
    const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 3] ?? 0) > 200 && (data[at + 1] ?? 0) - (data[at] ?? 0) > 60) found += 1;
    return found;
  });

it('plots the load of a device, and shows the alert that it raises', { timeout: 180_000 }, async () => {
  const page = await openPage(context, product, `/deviceDashboard/${id}/overview`);
  const card = page.getByRole('region', { name: 'Performance' });
  await card.getByText('95% of 40 GiB').waitFor();
  for (const name of ['CPU', 'Memory', 'Volume /', 'Volume /srv']) await plot(page, name).waitFor();
  await expect.poll(() => drawn(page, 'CPU')).toBeGreaterThan(200);
  expect(await seriousOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await seriousOn(page)).toEqual([]);
  await card.getByText('Month', { exact: true }).click();
  await page.getByRole('img', { name: /^CPU in use, last month/ }).waitFor();
  // A job looks at devices once a minute; the page hears of the alert by itself.
  const alert = page.getByRole('link', { name: 'Disk space' });
  await alert.waitFor({ timeout: 90_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await alert.click();
  await page
    .getByText(/Above 90 % full for 15 minutes: \/ \(95 %\)\./)
    .first()
    .waitFor();
  await page.close();
});
