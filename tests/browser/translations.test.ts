// A product owner translates a screen and words of the console in the Studio: who speaks that language sees them, others do not.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, newTechnician, openBrowser, openPage } from './browser.ts';
import { field, standsAt } from './form.ts';

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
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option }).click();
}

async function translate(page: Page, english: string, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: `Polish for “${english}”`, exact: true }).first();
  await box.fill(text);
  await box.press('Enter');
}

it(
  'shows a published translation to users of its language in the next flow, and none of it after the roll-back',
  { timeout: 300_000 },
  async () => {
    const english = await newContext(browser, product, admin);
    const owner = await openPage(await newContext(browser, product, admin), product, '/studio/cloud-monitor/setup');
    const violations: string[] = [];
    owner.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    await owner.getByText('Translations', { exact: true }).click();
    await choose(owner, 'Language', 'Polish');
    await translate(owner, 'Setup', 'Ustawienia');
    await translate(owner, 'Monitor name', 'Nazwa monitora');
    await card(owner, 'Changes').getByText('Polish: “Monitor name” is “Nazwa monitora”').waitFor();
    // The preview follows the language that is translated into; the pseudo-language shows what no document says.
    await card(owner, 'Screen').getByRole('heading', { name: 'Ustawienia' }).waitFor();
    expect(await seriousOn(owner)).toEqual([]);
    await choose(owner, 'Language of the preview', 'Pseudo-language');
    await card(owner, 'Screen').getByRole('heading', { name: '[Šéţûþ' }).waitFor();

    await owner.locator('button:not([disabled])', { hasText: 'Publish …' }).click();
    await button(owner, 'Check and publish').click();
    await owner.getByText('Version 1 is published.').waitFor({ timeout: 120_000 });

    const { cookie } = await newTechnician(product, admin);
    const polish = await newContext(browser, product, cookie);
    const profile = await openPage(polish, product, '/profile');
    await choose(profile, 'Language', 'Polski');
    await expect.poll(() => languageOf(profile)).toBe('pl-PL');

    const open = await openPage(polish, product, '/editor/cloudMonitor');
    await standsAt(open, 'Ustawienia');
    await field(open, '/monitorName').getByText('Nazwa monitora').waitFor();
    const other = await openPage(english, product, '/editor/cloudMonitor');
    await standsAt(other, 'Setup');
    expect(await field(other, '/monitorName').getByText('Monitor name').count()).toBeGreaterThan(0);
    expect(await languageOf(other)).toBe('en-US');

    const versions = owner.getByRole('region', { name: /^Versions/ });
    await versions.getByRole('listitem').last().getByRole('button', { name: 'Roll back' }).click();
    await owner.getByRole('dialog').getByText('Polish: “Monitor name” is not translated any more').waitFor();
    await owner.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
    await owner.getByText('The screen is rolled back.').waitFor();
    // The tab that was open goes on in the language in which it began.
    expect(await field(open, '/monitorName').getByText('Nazwa monitora').count()).toBeGreaterThan(0);
    const next = await openPage(polish, product, '/editor/cloudMonitor');
    await standsAt(next, 'Setup');
    expect(violations).toEqual([]);
  },
);

it(
  'speaks the published words of a language, English for the others, and the pseudo-language everywhere',
  { timeout: 180_000 },
  async () => {
    const owner = await openPage(await newContext(browser, product, admin), product, '/studio');
    await owner.getByRole('link', { name: 'Words of the console' }).click();
    await choose(owner, 'Language', 'Polish');
    await owner.getByRole('textbox', { name: 'Find a text' }).fill('studio.title');
    await translate(owner, 'Studio', 'Pracownia');
    expect(await seriousOn(owner)).toEqual([]);
    // A title of a flow, which no document has.
    await owner.getByRole('textbox', { name: 'Find a text' }).fill('New policy');
    await translate(owner, 'New policy', 'Nowa zasada');
    await button(owner, 'Publish 2 changes …').click();
    await button(owner, 'Publish').click();
    await owner.getByText('Version 1 is published.').waitFor();

    const page = await openPage(await newContext(browser, product, admin), product, '/profile');
    await choose(page, 'Language', 'Polski');
    await expect.poll(() => languageOf(page)).toBe('pl-PL');
    await page.goto(`${product.url}/#/studio`);
    await page.getByRole('heading', { name: 'Pracownia', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Words of the console' }).waitFor();
    await page.goto(`${product.url}/#/administration/policies`);
    await button(page, 'Add policy').first().click();
    await page.getByRole('dialog', { name: 'Nowa zasada' }).waitFor();
    await page.keyboard.press('Escape');

    await page.goto(`${product.url}/#/profile`);
    await choose(page, 'Language', 'Pseudo-language');
    await page.goto(`${product.url}/#/studio`);
    await page.getByRole('heading', { name: '[Šţûðîö öñé]', level: 1 }).waitFor();
    const flow = await openPage(page.context(), product, '/editor/customer');
    await flow.getByRole('heading', { name: /^\[Ðéţáîļš/ }).waitFor();
  },
);
