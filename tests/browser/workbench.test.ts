// A tester walks the generated paths of flows in the Workbench, and steps through one with its screens.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';

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

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function choose(page: Page, ...flows: string[]): Promise<void> {
  const box = page
    .getByRole('textbox', { name: 'Flows' })
    .or(page.getByRole('combobox', { name: 'Flows' }))
    .first();
  for (const flow of flows) {
    await box.fill(flow);
    await page.getByRole('option', { name: flow, exact: true }).click();
  }
  await page.keyboard.press('Escape');
}

it('walks flows, shows what each criterion covers, and steps through a path', { timeout: 180_000 }, async () => {
  const page = await openPage(await newContext(browser, product, admin), product, '/workbench');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await page.getByText('No runs yet').waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await choose(page, 'Add an organization', 'Add a ticket template');
  await button(page, 'Start').click();
  await page.getByRole('link', { name: 'Add an organization' }).waitFor({ timeout: 90_000 });
  await button(page, 'Run again').waitFor({ timeout: 90_000 });
  const flows = card(page, /^Flows/);
  expect(await flows.getByRole('row').allTextContents()).toEqual([
    expect.stringMatching(/^FlowResultStatesTransitions/),
    expect.stringMatching(/^Add an organizationHolds10\/10/),
    expect.stringMatching(/^Add a ticket templateHolds/),
  ]);
  expect(await seriousOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'Add an organization' }).click();
  await card(page, 'States').getByText('editing.confirm', { exact: true }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await card(page, 'States')
    .getByRole('button', { name: /editing\.confirm/ })
    .click();
  await button(page, 'Through editing.confirm').waitFor();
  await page.getByLabel('Find a path').fill('back');
  await page
    .getByRole('button', { name: /^NEW: .* back/ })
    .first()
    .click();
  const player = page.getByRole('region', { name: 'Path', exact: true });
  await player
    .getByText(/^Step 1 of/)
    .first()
    .waitFor({ timeout: 30_000 });
  await player.locator('form').getByText('Details').first().waitFor();
  const steps = player.getByRole('list', { name: 'Steps of the path' }).getByRole('button');
  expect(await steps.count()).toBeGreaterThan(3);
  // Forwards to the end and one back, by keyboard.
  await steps.first().click();
  for (let step = 1; step < (await steps.count()); step += 1) await page.keyboard.press('ArrowRight');
  expect(await steps.last().getAttribute('aria-current')).toBe('step');
  await page.keyboard.press('ArrowLeft');
  expect(await steps.last().getAttribute('aria-current')).toBeNull();
  expect(await seriousOn(page)).toEqual([]);

  // The address holds the path.
  await page.reload();
  await player
    .getByText(/^Step 1 of/)
    .first()
    .waitFor({ timeout: 30_000 });

  // An assertion fails the next run, which shows where.
  await card(page, 'States')
    .getByRole('button', { name: /editing\.confirm/ })
    .click();
  await page.getByLabel('The words, exactly').fill('Words that nobody wrote');
  await button(page, 'Add assertion').click();
  await page.getByRole('button', { name: 'Remove “Words that nobody wrote”' }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await page.getByRole('link', { name: 'Run of paths' }).click();
  const isRun = ({ hash }: URL) => /^#\/workbench\/[\w-]+$/.test(hash);
  await page.waitForURL(isRun);
  const firstRun = page.url();
  await button(page, 'Run again').click();
  // Until the new run is open, the page still offers what is in the first.
  await page.waitForURL((url) => isRun(url) && url.href !== firstRun);
  await page.getByRole('link', { name: 'Add an organization' }).waitFor({ timeout: 90_000 });
  await button(page, 'Run again').waitFor({ timeout: 90_000 });
  await page.getByRole('link', { name: 'Add an organization' }).click();
  const problems = card(page, /^Problems/);
  await problems.getByText('editing.confirm does not say "Words that nobody wrote"').first().waitFor();
  await problems.getByRole('button', { name: 'Step through' }).first().click();
  const shown = page.getByRole('region', { name: 'Path', exact: true });
  await shown.getByText('editing.confirm does not say "Words that nobody wrote"').waitFor({ timeout: 30_000 });
  await shown.getByText('Check what will be saved.').waitFor();
  expect(await seriousOn(page)).toEqual([]);
  expect(violations).toEqual([]);
});

it('walks a flow in a browser of its own, with the published screens', { timeout: 300_000 }, async () => {
  const at = '/studio/screens/ticket-template/details';
  const { text } = await callByApi(product, admin, 'GET', at);
  const changed = { ...(JSON.parse(String(text)) as object), title: 'Particulars' };
  await callByApi(product, admin, 'PUT', `${at}/edit`, { text: JSON.stringify(changed, undefined, 2), base: 0 });
  expect(await callByApi(product, admin, 'POST', `${at}/version`, { note: '' })).toMatchObject({ number: 1 });

  const page = await openPage(await newContext(browser, product, admin), product, '/workbench');
  await choose(page, 'Add a ticket template');
  await page.getByRole('radio', { name: /^Browser/ }).check();
  // `npm run test:slow` asks the other criteria of flows in a browser by itself.
  const others = page.getByRole('checkbox', { name: /^(?!States)/, checked: true });
  while ((await others.count()) > 0) await others.first().uncheck();
  await button(page, 'Start').click();
  // Paths are walked before a page of the other server.
  await page.getByText(/\d+ of \d+ paths/).waitFor({ timeout: 120_000 });
  await button(page, 'Run again').waitFor({ timeout: 240_000 });
  const flows = card(page, /^Flows/);
  expect(await flows.getByRole('row').allTextContents()).toEqual([
    expect.stringMatching(/^FlowResult/),
    expect.stringMatching(/^Add a ticket templateHolds/),
  ]);
  await page.getByRole('link', { name: 'Add a ticket template' }).click();
  await page.getByText('Particulars').first().waitFor();
});
