// A technician writes a script, runs it on a computer with a parameter, watches its output, and stops it once (C12-10).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage, PATIENCE } from './browser.ts';
import { choose, field, isTold, press, standsAt, type } from './form.ts';
import { expectKept } from './standing.ts';

let product: Product;
let browser: Browser;
let page: Page;
let device: string;
let cookie: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  ({ cookie } = await setUpByApi(product));
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  const nodeId = await startAgent(product.url, { token: String(token), until: 'file' }).nodeId();
  device = String((await callByApi(product, cookie, 'GET', `/device/${nodeId}`))['name']);
  page = await openPage(
    await newContext(browser, product, cookie),
    product,
    '/administration/library/scripting/templateLibrary',
  );
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const text =
  'echo "begun with $1 in $logFolder"; i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo "line $i"; sleep "$2"; done';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const output = () => page.getByRole('region', { name: `Output on ${device}` });

const dialog = () => page.getByRole('dialog', { name: 'Run script' });

/** Opens the flow for the device. */
async function choosesDevice(): Promise<void> {
  await button('Run').click();
  await dialog().getByLabel('Devices').click();
  await page.getByRole('option', { name: device }).click();
  await dialog().getByRole('button', { name: 'Next' }).click();
}

async function run(parameters: string): Promise<void> {
  await choosesDevice();
  // Its fields are those of the script: the server compiles them, and the page imports them.
  await dialog().getByText(`Runs “Count” on ${device}.`).waitFor();
  await press(page, 'Run');
  await dialog().getByText('Mandatory value is undefined. Please enter a value.').first().waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await type(page, '/variables/logFolder', '/var/log');
  await type(page, '/parameters', parameters);
  await press(page, 'Run');
  await dialog().waitFor({ state: 'hidden' });
}

it('writes, runs and stops a script (C12-11, C12-12, C12-14, C12-39, C12-41)', { timeout: 180_000 }, async () => {
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await page.getByRole('link', { name: 'New script' }).first().click();
  await standsAt(page, 'Script');
  const editor = field(page, '/script').locator('.cm-content');
  await editor.click();
  await editor.fill(text);
  // The editor takes Tab for itself, and lets go after Escape.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await type(page, '/name', 'Count');
  await choose(page, '/categoriesIds', 'Maintenance');
  await page.keyboard.press('Escape');
  await button('Add variable').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Log folder');
  await page.getByRole('dialog').getByRole('switch', { name: 'Required' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await press(page, 'Save');
  await isTold(page, 'Count is added.');

  await run('one 0');
  await page.getByText('Succeeded', { exact: true }).waitFor();
  await expect.poll(() => output().innerText()).toContain('line 100');
  await output().evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(() => output().innerText()).toContain('begun with one in /var/log');
  await button('Follow').waitFor();
  expect(await seriousOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'Count' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Count' }).waitFor();
  await choosesDevice();
  await type(page, '/variables/logFolder', '/var/tmp');
  await expectKept(page, product, cookie, 'run-script', 'editing.inputs', '/var/tmp');
  await page.reload();
  await choosesDevice();
  await dialog().getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => field(page, '/variables/logFolder').getByRole('textbox').inputValue()).toBe('/var/tmp');
  await type(page, '/parameters', 'two 0.3');
  await press(page, 'Run');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => output().innerText()).toContain('line 2');
  await page.getByText('Running', { exact: true }).waitFor();
  await button('Stop').click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await button('Retry on 1 device').waitFor();
  expect(complaints).toEqual([]);
});
