// Maintenance of monitors, as a technician sets, sees, replaces and disables it.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { isTold, pick, press, standsAt, type } from './form.ts';
import { monitorStage, type MonitorStage } from './monitor-stage.ts';

let stage: MonitorStage;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [stage, browser] = await Promise.all([monitorStage(), openBrowser()]);
  context = await newContext(browser, stage.product, stage.admin);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await stage?.dispose();
});

async function pressMaintenance(page: Page, item?: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Maintenance', exact: true }).last().click();
  if (item !== undefined) await page.getByRole('menuitem', { name: item }).click();
}

it('is set on the dashboard, stands there with its reason, and is disabled after asking (F09-02, F09-25, F09-27)', async () => {
  const page = await openPage(context, stage.product, `/cloudMonitorDashboard/${stage.monitors['Web shop']}?range=day`);
  const plot = page.getByRole('img', { name: /^Response time, last day: .* 1 alert, 1 time in maintenance$/ });
  const box = await plot.locator('.u-over').boundingBox();
  if (!box) throw new Error('the plot is not there');
  await page.mouse.move(box.x + box.width * (1 - 300 / 1440), box.y + box.height / 2);
  await page.getByText('Lasted 1 h · New disks').waitFor();

  await pressMaintenance(page);
  await standsAt(page, 'Maintenance');
  await pick(page, '/endType', 'At a set time');
  await type(page, '/endsAt', '2020-01-01T08:00');
  await press(page, 'Set maintenance');
  await page.getByText('Date and time must be in the future').first().waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await type(page, '/endsAt', '2999-01-01T08:00');
  await type(page, '/reasonMessage', 'Moving house');
  await press(page, 'Set maintenance');
  await isTold(page, 'The maintenance of ');
  await page.getByText(/^In maintenance until/).waitFor();
  await page.getByText('Moving house').waitFor();
  await page
    .getByRole('img', { name: /2 times in maintenance$/ })
    .first()
    .waitFor();
  expect(await seriousOn(page)).toEqual([]);

  await pressMaintenance(page, 'Disable maintenance');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable maintenance' }).click();
  await page.getByText('Maintenance of 1 monitor disabled').waitFor();
  await page.getByText(/^In maintenance until/).waitFor({ state: 'detached' });
  await page.close();
});

it('is set for several, asks before it replaces a window, and is found by its filter (F09-11, F09-28)', async () => {
  const page = await openPage(context, stage.product, '/cloudMonitors');
  for (const again of [false, true]) {
    for (const name of ['Web shop', 'Portal']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await pressMaintenance(page, again ? 'Set maintenance' : undefined);
    await press(page, 'Set maintenance');
    if (again) {
      await page.getByText('2 of 2 monitors are in maintenance already').waitFor();
      await press(page, 'Override maintenance');
    }
    await isTold(page, 'The maintenance of ');
    await page.getByText('2 selected').waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('row').getByText('Maintenance, no end', { exact: true }).count()).toBe(2);
  }
  await page.getByRole('button', { name: 'Maintenance', exact: true }).click();
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select (?!all)/ }).count()).toBe(2);
  expect(await seriousOn(page)).toEqual([]);
  await page.close();
});
