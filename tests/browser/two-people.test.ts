// Two technicians edit one monitor: the second to save chooses field by field, against the real server.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, newTechnician, openBrowser, openPage } from './browser.ts';
import { monitored } from './console-walks.ts';
import { isTold, press, standsAt, stepOf, type } from './form.ts';
import { addMonitor } from './seat.ts';

let product: Product;
let browser: Browser;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
  await callByApi(product, admin, 'POST', '/client', { name: monitored, locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Renames the monitor, gives it another host, and goes on to Confirm. */
async function edit(cookie: string, id: number, name: string, host: string): Promise<Page> {
  const page = await openPage(await newContext(browser, product, cookie), product, `/wizard/cloudMonitor/${id}`);
  await standsAt(page, 'Setup');
  await type(page, '/monitorName', name);
  await type(page, '/hostname', host);
  await press(page, 'Next');
  await standsAt(page, 'Conditions');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
  return page;
}

/** In both schemes and widths, where somebody wants to look. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['CAIRN_PICTURES'];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` });
    }
  }
}

it(
  'lets the second to save choose each field that both changed, and keeps what was chosen',
  { timeout: 120_000 },
  async () => {
    const id = await addMonitor(product, admin, 'Web shop');
    const other = await newTechnician(product, admin);
    const mine = await edit(admin, id, 'Web shop (mine)', '127.0.0.2');
    const theirs = await edit(other.cookie, id, 'Web shop (theirs)', '127.0.0.3');
    await press(theirs, 'Save');
    await isTold(theirs, ' is saved.');
    await press(mine, 'Save');
    await standsAt(mine, 'Someone else changed this monitor');
    const step = stepOf(mine);
    const save = step.getByRole('button', { name: 'Merge and save' });
    expect(await save.isDisabled()).toBe(true);
    expect(await seriousOn(mine)).toEqual([]);
    await picture(mine, 'conflict');
    expect(await seriousOn(mine)).toEqual([]);
    await step.getByRole('group', { name: 'Monitor name' }).locator('label', { hasText: 'Theirs' }).click();
    await step.getByRole('group', { name: 'Server' }).locator('label', { hasText: 'Yours' }).click();
    await save.click();
    await isTold(mine, ' is saved.');
    const stored = await callByApi(product, admin, 'GET', `/cloudmonitor/${id}`);
    expect(stored).toMatchObject({ monitorName: 'Web shop (theirs)', hostname: '127.0.0.2' });
  },
);

it('merges changes of different fields by one press', { timeout: 120_000 }, async () => {
  const id = await addMonitor(product, admin, 'Portal');
  const other = await newTechnician(product, admin);
  const mine = await edit(admin, id, 'Portal (mine)', '127.0.0.1');
  const theirs = await edit(other.cookie, id, 'Portal', '127.0.0.3');
  await press(theirs, 'Save');
  await isTold(theirs, ' is saved.');
  await press(mine, 'Save');
  await standsAt(mine, 'Someone else changed this monitor');
  await picture(mine, 'merge');
  await press(mine, 'Merge and save');
  await isTold(mine, ' is saved.');
  const stored = await callByApi(product, admin, 'GET', `/cloudmonitor/${id}`);
  expect(stored).toMatchObject({ monitorName: 'Portal (mine)', hostname: '127.0.0.3' });
});

it('shows each of two technicians that the other has the same monitor open', { timeout: 120_000 }, async () => {
  const id = await addMonitor(product, admin, 'Gateway');
  const other = await newTechnician(product, admin);
  const open = async (cookie: string) => {
    const page = await openPage(await newContext(browser, product, cookie), product, `/wizard/cloudMonitor/${id}`);
    await standsAt(page, 'Setup');
    return page;
  };
  const mine = await open(admin);
  const theirs = await open(other.cookie);
  const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Also being edited by' });
  await notice(theirs).waitFor();
  await notice(mine).waitFor();
  await picture(mine, 'also-open');
  expect(await seriousOn(mine)).toEqual([]);
  await theirs.getByRole('banner').getByRole('button', { name: 'Close' }).click();
  await notice(mine).waitFor({ state: 'detached' });
});
