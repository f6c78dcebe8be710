// A technician lets their steps be recorded, and a tester turns a session into a path.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { press, standsAt, type } from './form.ts';

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

const name = 'Northwind Traders';
const route = '/editor/customer';

it('shows where a session went and what it left, and walks it as a path', { timeout: 180_000 }, async () => {
  const page = await openPage(await newContext(browser, product, admin), product, '/profile');
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  const begin = async () => {
    await page.goto(`${product.url}/#${route}`);
    await standsAt(page, 'Details');
    await type(page, '/name', name);
    await press(page, 'Next');
    await standsAt(page, 'Locations');
  };
  const recorded = () => callByApi(product, admin, 'GET', '/workbench/flows/organization/recordings');
  // Nothing is recorded before they allow it.
  await page.goto(`${product.url}/#${route}`);
  await standsAt(page, 'Details');
  await page.goto('about:blank');
  await page.goto(`${product.url}/#/profile`);
  const consent = page.getByRole('switch', { name: /^Record how I step through flows/ });
  await consent.check();
  await expect.poll(() => consent.isEnabled()).toBe(true);
  expect(await seriousOn(page)).toEqual([]);

  await begin();
  await press(page, 'Back');
  await standsAt(page, 'Details');
  await press(page, 'Next');
  await standsAt(page, 'Locations');
  await page.goto('about:blank');
  await expect.poll(async () => (await recorded())['recordings']).toHaveLength(1);
  const [session] = (await recorded())['recordings'] as { id: string }[];
  const steps = (await callByApi(product, admin, 'GET', `/workbench/recordings/${session?.id}`))['steps'];
  expect(steps).toContainEqual(
    expect.objectContaining({ event: 'submit details', fields: expect.arrayContaining(['/name']) as unknown }),
  );
  expect(JSON.stringify(steps)).not.toContain(name);

  await page.goto(`${product.url}/#/workbench`);
  await page
    .getByRole('region', { name: /^Sessions of technicians/ })
    .getByRole('link')
    .click();
  const states = page.getByRole('region', { name: 'What sessions did in each state' });
  await states.waitFor();
  expect(await states.getByRole('row').allTextContents()).toEqual([
    expect.any(String),
    expect.stringMatching(/^Detailsediting\.details1.*000$/),
    expect.stringMatching(/^Locationsediting\.locations1.*110$/),
  ]);
  expect(await seriousOn(page)).toEqual([]);
  await page
    .getByRole('button', { name: /Left.*editing\.locations/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Turn into a path' }).click();
  const path = page.getByRole('region', { name: 'Path', exact: true });
  await path
    .getByText(/^Step 1 of \d+$/)
    .first()
    .waitFor({ timeout: 30_000 });
  const walked = path.getByRole('list', { name: 'Steps of the path' }).getByRole('button');
  const names = await walked.allTextContents();
  expect(names.at(-1)).toMatch(/^submit details .*editing\.locations$/);
  expect(names.some((one) => one.startsWith('back'))).toBe(true);
  await walked.last().click();
  await path.locator('form').getByText('Locations').first().waitFor();
  await path.getByRole('button', { name: 'Walk in every run' }).click();
  const kept = page.getByRole('region', { name: /^Kept paths/ });
  await kept.getByText(/^NEW: .*back/).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  expect(violations).toEqual([]);

  // What was recorded goes with the consent; the path stays.
  await page.goto(`${product.url}/#/profile`);
  await consent.uncheck();
  await expect.poll(async () => (await recorded())['recordings']).toEqual([]);
  await page.goto(`${product.url}/#/workbench/sessions/organization`);
  await page.getByText('No sessions yet').waitFor();
  await kept.getByText(/^NEW: .*back/).waitFor();
});
