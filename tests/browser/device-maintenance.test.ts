// A device in maintenance, as a technician sets it in the list: an alert that would come is listed as suppressed, and comes afterwards.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { isTold, press, standsAt, type } from './form.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let id: number;
let name: string;
/** From then on the agent reports a volume that was full for an hour. */
let full = false;
const minute = 60_000;

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
    samplesMs: 50,
    readSample: async () => {
      if (full) taken += 1;
      return {
        at: new Date(Date.now() - Math.max(0, 60 - taken) * minute).toISOString(),
        cpu: 0.1,
        memory: 0.1,
        volumes: full ? [{ mount: '/', size: 1000, used: 950 }] : [],
      };
    },
  });
  id = await agent.nodeId();
  const device = () => callByApi(product, cookie, 'GET', `/device/${id}`);
  await vi.waitUntil(async () => (await device())['inventory'] !== null, { timeout: 60_000, interval: 500 });
  name = String((await device())['name']);
  context = await newContext(browser, product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

it(
  'suppresses an alert, lists it, and lets it come when it is over (F09-01, F09-02, F09-25)',
  { timeout: 300_000 },
  async () => {
    const list = await openPage(context, product, '/deviceSearch');
    await list.getByRole('checkbox', { name: `Select ${name}` }).click();
    await list.getByRole('button', { name: 'Maintenance', exact: true }).click();
    await standsAt(list, 'Maintenance');
    await list.getByRole('checkbox', { name: 'Patching' }).waitFor();
    expect(await seriousOn(list)).toEqual([]);
    await type(list, '/reasonMessage', 'New disks');
    await press(list, 'Set maintenance');
    await isTold(list, 'The maintenance of ');
    await list.getByText('In maintenance without an end').waitFor();
    await list.close();

    full = true;
    const page = await openPage(context, product, `/deviceDashboard/${id}/overview`);
    const windows = page.getByRole('region', { name: 'Maintenance' });
    // A job looks at devices once a minute.
    await vi.waitUntil(
      async () => {
        await page.reload();
        await windows.waitFor();
        return windows.getByText('1 suppressed').isVisible();
      },
      { timeout: 150_000, interval: 5000 },
    );
    await windows.getByText('1 suppressed').click();
    await windows.getByText('Alert not raised').waitFor();
    await windows.getByText(/Above 90 % full for 15 minutes: \/ \(95 %\)\./).waitFor();
    expect(await page.getByRole('link', { name: 'Disk space' }).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

    await page.getByRole('button', { name: 'Maintenance', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Disable maintenance' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable maintenance' }).click();
    await page.getByText('Maintenance of 1 device disabled').waitFor();
    await page.getByText('In maintenance without an end').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Disk space' }).waitFor({ timeout: 90_000 });
    await page.close();
  },
);
