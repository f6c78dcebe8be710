// A product owner changes a screen in the Studio while technicians have it open: they finish what they began, the next one sees the change.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, newTechnician, openBrowser, openPage } from './browser.ts';
import { field, isTold, press, standsAt, stepOf, type } from './form.ts';
import { expectKept } from './standing.ts';

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

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const versions = (page: Page) => page.getByRole('region', { name: /^Versions/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const enabled = (page: Page, name: string) => page.locator('button:not([disabled])', { hasText: name });

async function toConfirm(page: Page): Promise<void> {
  await press(page, 'Next');
  await standsAt(page, 'Locations');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
}

/** Presses Publish once the change is kept and sound. */
async function publish(page: Page, note: string): Promise<void> {
  await enabled(page, 'Publish …').click();
  await page.getByRole('dialog').getByLabel('Note').fill(note);
  await button(page, 'Check and publish').click();
}

async function begun(context: BrowserContext, name: string): Promise<Page> {
  const page = await openPage(context, product, '/editor/customer');
  await standsAt(page, 'Details');
  await type(page, '/name', name);
  return page;
}

it(
  'publishes a field, is refused where a change breaks a path, and rolls back, while others are at work',
  { timeout: 240_000 },
  async () => {
    const technician = await newContext(browser, product, admin);
    const open = await begun(technician, 'Northwind');

    const owner = await openPage(await newContext(browser, product, admin), product, '/studio/organization/details');
    const violations: string[] = [];
    owner.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await owner.getByLabel('Title of the new field').fill('Cost centre');
    await button(owner, 'Add field').click();
    await card(owner, 'Changes').getByText('New field “Cost centre”').waitFor();
    // The server has compiled it, and the page shows it.
    await card(owner, 'Screen').getByText('Cost centre').waitFor();
    expect(await seriousOn(owner)).toEqual([]);

    await card(owner, 'Change').getByRole('button', { name: /^Name/ }).click();
    await owner.getByLabel('Maximum characters').fill('20');
    await owner.keyboard.press('Enter');
    await publish(owner, 'Shorter names');
    await owner.getByText('The screen was not published: it breaks the flow.').waitFor();
    await card(owner, 'Check').getByText('/name says "At most 50 characters" and has 20').waitFor();
    await owner.getByLabel('Maximum characters').fill('50');
    await owner.keyboard.press('Enter');

    await publish(owner, 'Finance asked for it');
    await owner.getByText('Version 1 is published.').waitFor();
    await versions(owner).getByText('Finance asked for it').waitFor();

    // The tab that was open finishes with the screen that it began with.
    expect(await field(open, '/costCentre').count()).toBe(0);
    await toConfirm(open);
    await press(open, 'Save');
    await isTold(open, 'Northwind is added.');

    const next = await begun(technician, 'Southwind');
    await type(next, '/costCentre', '4711');
    await toConfirm(next);
    await stepOf(next).getByText('4711').waitFor();
    await press(next, 'Save');
    await isTold(next, 'Southwind is added.');
    await card(next, 'Additional details').getByText('4711').waitFor();

    await versions(owner).getByRole('listitem').last().getByRole('button', { name: 'Roll back' }).click();
    await owner.getByRole('dialog').getByText('Field “Cost centre” is removed').waitFor();
    await owner.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await owner.getByText('The screen is rolled back.').waitFor();
    const last = await begun(technician, 'Westwind');
    expect(await field(last, '/costCentre').count()).toBe(0);
    expect(violations).toEqual([]);
  },
);

it('publishes a screen at its time, and shows it in another open editor', { timeout: 240_000 }, async () => {
  const other = await openPage(await newContext(browser, product, admin), product, '/studio/organization/details');
  const owner = await openPage(await newContext(browser, product, admin), product, '/studio/organization/details');
  await owner.getByLabel('Title of the new field').fill('Invoice address');
  await button(owner, 'Add field').click();
  await enabled(owner, 'Publish …').click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByText('At a time').click();
  // Whole minutes, and the gate takes a few seconds.
  const minute = Math.ceil((Date.now() + 20_000) / 60_000) * 60_000;
  const local = await owner.evaluate((at) => {
    const date = new Date(at);
    return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, minute);
  await dialog.getByLabel(/^Date and time/).fill(local);
  await dialog.getByLabel('Note').fill('From the new quarter');
  await button(owner, 'Check and schedule').click();
  await owner.getByText(/^The screen will be published on/).waitFor();
  await other.getByText(/^Version \d+ will be published on .* by Ada Byron$/).waitFor();
  await other.getByRole('button', { name: 'Publish now' }).waitFor();
  expect(await seriousOn(other)).toEqual([]);
  await versions(other).getByText('From the new quarter').waitFor({ timeout: 120_000 });
  await other.getByText(/will be published on/).waitFor({ state: 'detached' });
  const { cookie } = await newTechnician(product, admin);
  const next = await begun(await newContext(browser, product, cookie), 'Northeast');
  expect(await field(next, '/invoiceAddress').count()).toBe(1);
});

it('keeps a draft that was begun before a screen was published', { timeout: 240_000 }, async () => {
  const { cookie } = await newTechnician(product, admin);
  const technician = await newContext(browser, product, cookie);
  const before = await begun(technician, 'Eastwind');
  await press(before, 'Next');
  await standsAt(before, 'Locations');
  await expectKept(before, product, cookie, 'organization', 'editing.locations', 'Eastwind');
  await before.close();

  const owner = await openPage(await newContext(browser, product, admin), product, '/studio/organization/details');
  await owner.getByLabel('Title of the new field').fill('Contract');
  await button(owner, 'Add field').click();
  await publish(owner, '');
  await owner.getByText(/Version \d+ is published\./).waitFor();

  const after = await openPage(technician, product, '/editor/customer');
  await after
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  await standsAt(after, 'Locations');
  await press(after, 'Back');
  await standsAt(after, 'Details');
  expect(await field(after, '/name').locator('input').inputValue()).toBe('Eastwind');
  await type(after, '/contract', 'Gold');
  await toConfirm(after);
  await stepOf(after).getByText('Gold').waitFor();
});

it(
  'asks a field of its own only under a condition, in a section, as a text of several lines',
  { timeout: 240_000 },
  async () => {
    const owner = await openPage(await newContext(browser, product, admin), product, '/studio/organization/details');
    const select = async (label: string, option: string) => {
      await owner.getByRole('combobox', { name: label, exact: true }).click();
      await owner.getByRole('option', { name: option, exact: true }).click();
    };
    await owner.getByLabel('Title of the new field').fill('Billed');
    await select('Kind', 'Yes or no');
    await button(owner, 'Add field').click();
    await owner.getByLabel('Title of the new field').fill('Cost centre of the year');
    await select('Kind', 'Text');
    await button(owner, 'Add field').click();
    await select('Asked', 'Only when Billed …');
    await select('Shown as', 'Several lines');
    await owner.getByLabel('Title of the new section').fill('Billing');
    await select('First field', 'Cost centre of the year');
    await button(owner, 'Add section').click();
    await card(owner, 'Changes').getByText('“Cost centre of the year” is asked only when Billed is On').waitFor();
    await card(owner, 'Changes').getByText('New section “Billing”').waitFor();

    // The person types where the text stands, from the keyboard alone.
    await card(owner, 'Screen').getByText('Billed').waitFor();
    await card(owner, 'Screen').getByRole('switch', { name: 'Edit texts' }).click();
    await card(owner, 'Screen').getByRole('button', { name: 'Edit “Billed”' }).focus();
    await owner.keyboard.press('Enter');
    await owner.keyboard.type('Charged');
    await owner.keyboard.press('Escape');
    await owner.keyboard.press('Enter');
    await owner.keyboard.type('Billed to them');
    await owner.keyboard.press('Enter');
    await card(owner, 'Changes')
      .getByText('“Cost centre of the year” is asked only when Billed to them is On')
      .waitFor();
    await card(owner, 'Screen').getByRole('button', { name: 'Edit “Billed to them”' }).waitFor();
    expect(await seriousOn(owner)).toEqual([]);
    await publish(owner, 'Billing');
    await owner.getByText(/Version \d+ is published\./).waitFor();

    const { cookie } = await newTechnician(product, admin);
    const page = await begun(await newContext(browser, product, cookie), 'Kiting');
    expect(await field(page, '/costCentreOfTheYear').count()).toBe(0);
    await field(page, '/billed').getByText('Billed to them').click();
    await stepOf(page).getByRole('heading', { name: 'Billing' }).waitFor();
    await field(page, '/costCentreOfTheYear').locator('textarea').fill('4711');
    await toConfirm(page);
    await stepOf(page).getByText('4711').waitFor();
    await press(page, 'Save');
    await isTold(page, 'Kiting is added.');
  },
);
