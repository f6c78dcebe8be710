// A product owner adds a field to a screen: the built product asks for it, keeps it, and shows it, without code.
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { field, isTold, press, standsAt, stepOf, type } from './form.ts';
import { buildPlanted, type PlantedProject } from './planted-project.ts';

const property = '"costCentre": { "type": "string", "title": "Cost centre", "maxLength": 20 },';
let project: PlantedProject;
let product: Product;
let browser: Browser;
let admin: string;

beforeAll(async () => {
  const plant = (text: string) => text.replace('"properties": {', `"properties": { ${property}`);
  const screens = ['organization/details', 'cloud-monitor/setup', 'user/person', 'maintenance/window'];
  project = buildPlanted(Object.fromEntries(screens.map((screen) => [`schemas/${screen}.json`, plant])));
  [product, browser] = await Promise.all([startProduct({}, project.folder), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  project?.[Symbol.dispose]();
});

async function toConfirm(page: Page): Promise<void> {
  await press(page, 'Next');
  await standsAt(page, 'Locations');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
}

const card = (page: Page) => page.getByRole('region', { name: 'Additional details' });

it(
  'asks for an added field, confirms, saves, shows and edits it, merges it, and exports it',
  { timeout: 180_000 },
  async () => {
    const page = await openPage(await newContext(browser, product, admin), product, '/editor/customer');
    await standsAt(page, 'Details');
    await type(page, '/name', 'Northwind');
    await type(page, '/costCentre', '4711');
    await toConfirm(page);
    await stepOf(page).getByText('4711').waitFor();
    await press(page, 'Save');
    await isTold(page, 'is added');
    await card(page).getByText('4711').waitFor();
    expect(await seriousOn(page)).toEqual([]);

    await page.getByRole('link', { name: 'Edit' }).click();
    await standsAt(page, 'Details');
    expect(await field(page, '/costCentre').locator('input').inputValue()).toBe('4711');
    await type(page, '/costCentre', '4712');
    await toConfirm(page);
    const id = Number(/customer\/(\d+)/.exec(page.url())?.[1]);
    const stored = { name: 'Northwind', locations: [{ name: 'Main office' }], custom: { costCentre: '4713' } };
    await callByApi(product, admin, 'PUT', `/client/${id}`, stored);
    await press(page, 'Save');
    await standsAt(page, 'Someone else changed this organization');
    const conflict = stepOf(page).getByRole('group', { name: /Cost centre/ });
    expect(await conflict.innerText()).toMatch(/4712[^]*4713|4713[^]*4712/);
    await conflict.locator('label', { hasText: 'Yours' }).click();
    await press(page, 'Merge and save');
    await isTold(page, 'is saved');
    await card(page).getByText('4712').waitFor();

    await page.goto(`${product.url}/#/administration/customers`);
    await page.getByRole('columnheader', { name: 'Cost centre' }).waitFor();
    await page.getByRole('cell', { name: '4712' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('471');
    await page.getByRole('link', { name: 'Northwind' }).waitFor();
    await page.getByRole('button', { name: 'Additional details' }).click();
    await page.getByRole('textbox', { name: 'Cost centre' }).fill('9');
    await page.getByText('Nothing was found').waitFor();
    await page.getByRole('textbox', { name: 'Cost centre' }).fill('4712');
    await page.getByRole('link', { name: 'Northwind' }).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const exportButton = page.getByRole('button', { name: 'Export as CSV' });
    const [file] = await Promise.all([page.waitForEvent('download'), exportButton.click()]);
    const [header, line] = readFileSync(await file.path(), 'utf8').split('\r\n');
    expect(header).toMatch(/,"Cost centre"$/);
    expect(line).toMatch(/^"Northwind",.*,"4712"$/);
    expect(await callByApi(product, admin, 'GET', `/client/${id}`)).toMatchObject({ custom: { costCentre: '4712' } });
  },
);

it('asks for it in a cloud monitor, a technician and a maintenance window as well', { timeout: 180_000 }, async () => {
  const { client } = await callByApi(product, admin, 'POST', '/client', {
    name: 'Contoso',
    locations: [{ name: 'Main office' }],
  });
  const { id: clientId, locations } = client as { id: number; locations: { id: number }[] };
  const query = `?setup.clientId=${clientId}&setup.locationId=${locations[0]?.id}`;
  const page = await openPage(await newContext(browser, product, admin), product, `/editor/cloudMonitor${query}`);
  await standsAt(page, 'Setup');
  await type(page, '/monitorName', 'Printer');
  await type(page, '/hostname', '127.0.0.1');
  await type(page, '/costCentre', '4711');
  await press(page, 'Next');
  await standsAt(page, 'Conditions');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
  await stepOf(page).getByText('4711').waitFor();
  await press(page, 'Test now');
  await stepOf(page).getByText('127.0.0.1').nth(1).waitFor();
  await press(page, 'Save');
  await card(page).getByText('4711').waitFor();

  const id = Number(/cloudMonitorDashboard\/(\d+)/.exec(page.url())?.[1]);
  await page.goto(`${product.url}/#/wizard/cloudMonitor/${id}`);
  await standsAt(page, 'Setup');
  expect(await field(page, '/costCentre').locator('input').inputValue()).toBe('4711');

  await callByApi(product, admin, 'POST', '/maintenance', {
    monitorIds: [id],
    schedule: { startTime: null, endTime: null },
    options: {},
    custom: { costCentre: '4712' },
  });
  await page.goto(`${product.url}/#/cloudMonitorDashboard/${id}`);
  const notice = page.getByRole('status').filter({ hasText: 'In maintenance' });
  await notice.getByText('Cost centre: 4712').waitFor();
  await page.getByRole('button', { name: 'Maintenance', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Change maintenance' }).click();
  await standsAt(page, 'Maintenance');
  expect(await field(page, '/costCentre').locator('input').inputValue()).toBe('4712');
  await type(page, '/costCentre', '4714');
  await press(page, 'Set maintenance');
  await press(page, 'Override maintenance');
  await notice.getByText('Cost centre: 4714').waitFor();
  expect(await seriousOn(page)).toEqual([]);

  await page.goto(`${product.url}/#/editor/user`);
  await standsAt(page, 'Person');
  await type(page, '/firstName', 'Grace');
  await type(page, '/lastName', 'Hopper');
  await type(page, '/email', 'grace@example.com');
  await type(page, '/costCentre', '4713');
  await press(page, 'Next');
  await standsAt(page, 'Permissions');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
  await press(page, 'Save');
  await standsAt(page, 'Technician added');
  await page.goto(`${product.url}/#/administration/users/technicians`);
  await page
    .getByRole('row', { name: /Grace Hopper/ })
    .getByText('Cost centre: 4713')
    .waitFor();
});
