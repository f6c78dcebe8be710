// A product owner publishes a screen for one organization: whoever works for that one gets it, as soon as the organization is known.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { choose, field, isTold, press, standsAt, stepOf, type } from './form.ts';

let product: Product;
let browser: Browser;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addOrganization(name: string): Promise<number> {
  const { client } = await callByApi(product, admin, 'POST', '/client', { name, locations: [{ name: 'Main office' }] });
  return (client as { id: number }).id;
}

it(
  'shows the variant once the organization is chosen, when a draft is resumed and in EDIT, until it is removed',
  { timeout: 300_000 },
  async () => {
    await addOrganization('Northwind');
    const contoso = await addOrganization('Contoso');
    const owner = await openPage(await newContext(browser, product, admin), product, '/studio/cloud-monitor/setup');
    const violations: string[] = [];
    owner.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await owner.getByRole('combobox', { name: 'Screen for', exact: true }).click();
    await owner.getByRole('option', { name: 'Northwind' }).click();
    await owner.getByRole('heading', { name: 'Edit “Setup” for Northwind' }).waitFor();
    await card(owner, 'Change').getByText('Northwind has the screen of every organization.').waitFor();
    await owner.getByLabel('Title of the new field').fill('Cost centre');
    await button(owner, 'Add field').click();
    await card(owner, 'Screen').getByText('Cost centre').waitFor();
    expect(await seriousOn(owner)).toEqual([]);
    await owner.locator('button:not([disabled])', { hasText: 'Publish …' }).click();
    await owner.getByRole('dialog').getByText('opens the flow for Northwind gets this screen').waitFor();
    await button(owner, 'Check and publish').click();
    await owner.getByText('Version 1 is published.').waitFor({ timeout: 120_000 });

    const technician = await newContext(browser, product, admin);
    technician.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    const page = await openPage(technician, product, '/editor/cloudMonitor');
    await standsAt(page, 'Setup');
    await type(page, '/monitorName', 'Gateway');
    await choose(page, '/clientId', 'Contoso');
    await page.waitForTimeout(500);
    expect(await field(page, '/costCentre').count()).toBe(0);
    await choose(page, '/clientId', 'Northwind');
    await field(page, '/costCentre').waitFor();
    // What was answered stays, and so does the focus.
    expect(await field(page, '/monitorName').locator('input').inputValue()).toBe('Gateway');
    const focused = () => document.activeElement?.closest('[data-pointer="/clientId"]') !== null;
    expect(await page.evaluate(focused)).toBe(true);
    await type(page, '/costCentre', '4711');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await standsAt(page, 'Setup');
    expect(await field(page, '/costCentre').locator('input').inputValue()).toBe('4711');
    await type(page, '/hostname', '127.0.0.1');
    await press(page, 'Next');
    await standsAt(page, 'Conditions');
    await press(page, 'Next');
    await standsAt(page, 'Confirm');
    await stepOf(page).getByText('4711').waitFor();
    await press(page, 'Save');
    await isTold(page, 'Gateway is saved. Its first results appear here.');
    await card(page, 'Additional details').getByText('4711').waitFor();

    const id = /\/cloudMonitorDashboard\/(\d+)/.exec(page.url())?.[1] ?? '';
    const editing = await openPage(technician, product, `/wizard/cloudMonitor/${id}`);
    await standsAt(editing, 'Setup');
    await field(editing, '/costCentre').waitFor();
    expect(await field(editing, '/costCentre').locator('input').inputValue()).toBe('4711');
    const other = await openPage(technician, product, `/editor/cloudMonitor?setup.clientId=${contoso}`);
    await standsAt(other, 'Setup');
    expect(await field(other, '/costCentre').count()).toBe(0);

    const versions = owner.getByRole('region', { name: /^Versions/ });
    await versions.getByRole('listitem').last().getByRole('button', { name: 'Roll back' }).click();
    await owner.getByRole('dialog').getByText('Remove the variant of “Setup” for Northwind').waitFor();
    await owner.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await owner.getByText('The screen is rolled back.').waitFor();
    const again = await openPage(technician, product, `/wizard/cloudMonitor/${id}`);
    await standsAt(again, 'Setup');
    expect(await field(again, '/costCentre').count()).toBe(0);
    expect(violations).toEqual([]);
  },
);
