// Back and Forward, two tabs, two clicks and no network: what a browser can do to a flow, and what the flow makes of it.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, newTechnician, openBrowser, openPage, type Technician } from './browser.ts';
import { isTold, field, press, standsAt, stepOf, type } from './form.ts';
import { draftsOf, expectKept } from './standing.ts';

let product: Product;
let browser: Browser;
let admin: string;
let technician: Technician;
let context: BrowserContext;
let page: Page;
let organizations = 0;
let name = '';

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

beforeEach(async () => {
  technician = await newTechnician(product, admin);
  context = await newContext(browser, product, technician.cookie);
  organizations += 1;
  name = `Northwind ${organizations}`;
  page = await openPage(context, product, '/editor/customer');
  await standsAt(page, 'Details');
});

afterEach(() => context.close());

async function named(): Promise<number> {
  const { items } = await callByApi(product, admin, 'GET', '/client?limit=200');
  return (items as { name: string }[]).filter((item) => item.name === name).length;
}

async function toConfirm(): Promise<void> {
  await type(page, '/name', name);
  await press(page, 'Next');
  await standsAt(page, 'Locations');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
}

const value = (of: Page, pointer: string) => field(of, pointer).locator('input, textarea').first().inputValue();

describe('Back and Forward of the browser', () => {
  it('lead through the steps, and every answer stays', async () => {
    await toConfirm();
    await page.goBack();
    await standsAt(page, 'Locations');
    await page.goBack();
    await standsAt(page, 'Details');
    expect(await value(page, '/name')).toBe(name);
    await page.goForward();
    await standsAt(page, 'Locations');
    await page.goForward();
    await standsAt(page, 'Confirm');
    await stepOf(page).getByText(name).waitFor();
  });

  it('do not lead past a step that no longer holds', async () => {
    await type(page, '/name', name);
    await press(page, 'Next');
    await standsAt(page, 'Locations');
    await page.goBack();
    await standsAt(page, 'Details');
    await type(page, '/name', '');
    await page.goForward();
    // The machine refuses, so page and address stay with it.
    await expect.poll(() => new URL(page.url()).hash).toContain('step=details');
    await standsAt(page, 'Details');
  });
});

describe('the draft in two tabs', () => {
  it('tells the stale tab, and lets the person choose which version stands', async () => {
    await type(page, '/name', name);
    await expectKept(page, product, technician.cookie, 'organization', 'editing.details', name);
    const other = await context.newPage();
    await other.goto(page.url());
    await standsAt(other, 'Details');
    await expect.poll(() => value(other, '/name')).toBe(name);
    await type(other, '/description', 'Said in the other tab');
    await expectKept(page, product, technician.cookie, 'organization', 'editing.details', 'Said in the other tab');
    await type(page, '/description', 'Said in the first tab');
    await page.getByText('This draft was changed in another window.').waitFor();
    await page.getByRole('button', { name: 'Use the other' }).click();
    await expect.poll(() => value(page, '/description')).toBe('Said in the other tab');
  });

  it('is done once when both tabs save it', async () => {
    await toConfirm();
    await expectKept(page, product, technician.cookie, 'organization', 'editing.confirm', name);
    const other = await context.newPage();
    await other.goto(page.url());
    await standsAt(other, 'Confirm');
    await Promise.all([press(page, 'Save'), press(other, 'Save')]);
    await isTold(page, `${name} is added.`);
    await isTold(other, `${name} is added.`);
    expect(await named()).toBe(1);
  });
});

describe('two clicks on Save', () => {
  it('make one organization', async () => {
    await toConfirm();
    await stepOf(page).getByRole('button', { name: 'Save', exact: true }).dblclick();
    await isTold(page, `${name} is added.`);
    expect(await named()).toBe(1);
    await expect.poll(() => draftsOf(product, technician.cookie, 'organization')).toEqual([]);
  });
});

describe('without a network', () => {
  it('typing is kept in the browser, and on the server once it is back', async () => {
    await context.setOffline(true);
    await type(page, '/name', name);
    await page.getByText('Kept in this browser').waitFor();
    await press(page, 'Next');
    await standsAt(page, 'Locations');
    await context.setOffline(false);
    await expectKept(page, product, technician.cookie, 'organization', 'editing.locations', name);
  });

  it('saving says so, keeps everything, and is done once when it is tried again', async () => {
    await toConfirm();
    await context.setOffline(true);
    await press(page, 'Save');
    await stepOf(page).getByText('The server cannot be reached. Check your connection and try again.').waitFor();
    await stepOf(page).getByText(name).waitFor();
    await context.setOffline(false);
    await press(page, 'Save');
    await isTold(page, `${name} is added.`);
    expect(await named()).toBe(1);
  });
});
