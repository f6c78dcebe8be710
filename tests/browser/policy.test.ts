// A policy is made, inherited, overridden, and its effect read on a device.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage, PATIENCE } from './browser.ts';
import { choose, isTold, press, standsAt, type } from './form.ts';

let product: Product;
let browser: Browser;
let page: Page;
let nodeId: number;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  const { cookie } = await setUpByApi(product);
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  nodeId = Number(await startAgent(product.url, { token: String(token), until: 'file' }).nodeId());
  page = await openPage(await newContext(browser, product, cookie), product, '/administration/policies');
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = (name: string) => page.getByRole('region', { name, exact: true });
const share = (of: string) => card(of).getByRole('group', { name: 'More than this share full' });

async function add(name: string, parent?: string): Promise<void> {
  await button('Add policy').first().click();
  await standsAt(page, 'Policy');
  await type(page, '/name', name);
  // The class of the computer that runs the test.
  await choose(page, '/nodeClass', role);
  if (parent !== undefined) await choose(page, '/parentPolicyId', parent);
  await press(page, 'Save');
  await isTold(page, `${name} is added.`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}
let role: string;

async function override(value: string, devices: string): Promise<void> {
  await button('Override More than this share full').first().click();
  await share('Alert conditions').getByRole('textbox').fill(value);
  await button('Preview and save').click();
  const dialog = page.getByRole('dialog', { name: devices });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await isTold(page, 'Alert conditions saved');
}

it('makes, inherits and overrides a policy, and reads its effect on a device', { timeout: 180_000 }, async () => {
  page.setDefaultTimeout(PATIENCE);
  const nodeClass = await page.evaluate(async (id) => {
    const reply = await fetch(`/api/device/${id}`);
    return String((await reply.json()).nodeClass);
  }, nodeId);
  role = nodeClass === 'LINUX_SERVER' ? 'Linux server' : 'Linux workstation';
  await add('Servers');
  await override('70', 'Changes 0 devices');
  await page.goto(`${product.url}/#/administration/policies`);
  await add('Web', 'Servers');
  await share('Alert conditions').getByText('70 %').waitFor();
  await share('Alert conditions').getByRole('link', { name: 'Servers' }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await button('Assign policy').click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Organization' }).click();
  await page.getByRole('option', { name: 'Acme' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign policy' }).click();
  await isTold(page, 'Policy assigned');

  await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
  await card('Policy').getByText('assigned to its organization').waitFor();
  await share('Policy').getByText('70 %').waitFor();
  await share('Policy').getByRole('link', { name: 'Servers' }).waitFor();

  await card('Policy').getByRole('link', { name: 'Web' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Web' }).waitFor();
  await override('60', 'Changes 1 device');
  await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
  await share('Policy').getByText('60 %').waitFor();
  await share('Policy').getByRole('link', { name: 'Web' }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
});

const scriptBody = {
  name: 'Say hello',
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  script: 'echo hello from $(uname)',
};

it('overrides a value for one device, and resets it (F14-19)', { timeout: 120_000 }, async () => {
  await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
  await card('Policy').getByRole('link', { name: 'Override values' }).click();
  await page.getByRole('heading', { level: 1, name: 'Override policy' }).waitFor();
  await button('Override More than this share full').click();
  await share('Alert conditions').getByRole('textbox').fill('55');
  await button('Save').click();
  await isTold(page, 'Values of the device saved');
  await share('Alert conditions').getByText('Own').waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
  await share('Policy').getByText('55 %').waitFor();
  await share('Policy').getByText('Own').waitFor();
  await card('Policy').getByRole('link', { name: 'Override values' }).click();
  await button('Reset More than this share full').click();
  await button('Save').click();
  await share('Alert conditions').getByRole('link', { name: 'Web' }).waitFor();
  await share('Alert conditions').getByText('60 %').waitFor();
});

it(
  'runs an automation of the policy on the device when it is due, and the run names the policy',
  { timeout: 240_000 },
  async () => {
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    await callByApi(product, cookie, 'POST', '/scripting/scripts', scriptBody);
    await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
    await card('Policy').getByRole('link', { name: 'Web' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Web' }).waitFor();
    await button('Add automation').click();
    const dialog = page.getByRole('dialog', { name: 'Add automation' });
    await dialog.getByRole('combobox', { name: 'Script' }).click();
    await page.getByRole('option', { name: 'Say hello' }).click();
    await dialog.getByRole('combobox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Hourly' }).click();
    // The next minute by the clock of the page.
    const time = await page.evaluate(() => new Date(Date.now() + 65_000).toTimeString().slice(0, 5));
    await dialog.getByLabel('First time').fill(time);
    expect(
      await dialog
        .getByRole('list', { name: /^Next runs in/ })
        .getByRole('listitem')
        .count(),
    ).toBe(10);
    expect(await seriousOn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await isTold(page, 'Automations saved');
    await page.goto(`${product.url}/#/deviceDashboard/${nodeId}/overview`);
    const planned = page.getByRole('region', { name: 'Automations on schedule' });
    await planned.getByRole('link', { name: 'Say hello' }).waitFor();
    await planned.getByRole('link', { name: 'Web' }).waitFor();
    const runs = page.getByRole('list', { name: 'Runs' });
    await runs.getByRole('link', { name: 'Say hello' }).waitFor({ timeout: 150_000 });
    await runs.getByRole('link', { name: 'Web' }).waitFor();
    await runs.getByText('Succeeded').waitFor({ timeout: 60_000 });
    expect(await seriousOn(page)).toEqual([]);
    await runs.getByRole('link', { name: 'Say hello' }).click();
    await page.getByText('hello from Linux').waitFor();
    await page.getByRole('link', { name: 'Web' }).waitFor();
  },
);
