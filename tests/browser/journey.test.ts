// From the printed link to a live monitor that goes down and comes back, as a technician walks it on a fresh installation.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { administrator } from '../product/person.ts';
import { startAsUsersDo, type Product } from '../product/product.ts';
import { newContext, openBrowser } from './browser.ts';
import { isTold, choose, field, press, standsAt, stepOf, type } from './form.ts';
import { scriptsBefore } from './scripts-before.ts';

/** A website that can be taken down. */
function website(): { server: Server; state: { up: boolean; asked: number } } {
  const state = { up: true, asked: 0 };
  const server = createServer((_request, response) => {
    state.asked += 1;
    response.statusCode = state.up ? 200 : 503;
    response.end('<!doctype html><title>Web shop</title>');
  });
  return { server, state };
}

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const { server, state } = website();
let target: string;
/** What a page must not do while it is watched: navigate anew. */
let loads = 0;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  [product, browser] = await Promise.all([startAsUsersDo(), openBrowser()]);
  context = await newContext(browser, product);
  page = await context.newPage();
  page.on('load', () => (loads += 1));
}, 300_000);

afterAll(async () => {
  await browser?.close();
  server.close();
  await product?.dispose();
});

/** Types a duration in seconds, whatever unit the field shows. */
async function seconds(pointer: string, title: string, count: number): Promise<void> {
  await page.getByLabel(`Unit of ${title}`).selectOption('seconds');
  await field(page, pointer).locator('input').fill(String(count));
}

describe('a technician on a fresh installation', () => {
  it('becomes its first administrator through the printed link', async () => {
    const link = /http:\S+#\/setup\?token=\S+/.exec(product.output())?.[0];
    expect(link, 'the link that the server printed').toBeDefined();
    await page.goto(link ?? '');
    await standsAt(page, 'Your account');
    await type(page, '/firstName', administrator.firstName);
    await type(page, '/lastName', administrator.lastName);
    await type(page, '/email', administrator.email);
    await type(page, '/password', administrator.password);
    await press(page, 'Next');
    // What is missing is said before anything is sent, and the answers stay.
    await stepOf(page).getByRole('alert').getByText('Confirm password: Required').waitFor();
    await type(page, '/confirm', administrator.password);
    await press(page, 'Next');
    await standsAt(page, 'Your company');
    await type(page, '/divisionName', 'Cairn Works');
    await press(page, 'Set up');
    await standsAt(page, 'Welcome to Cairn');
    await press(page, 'Open the console');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  it('sees the sign-in form after the browser fetched only the scripts that index.html names', async () => {
    const another = await newContext(browser, product);
    const door = await another.newPage();
    const scripts = await scriptsBefore(door, `${product.url}/#/sign-in`, 'input[autocomplete=username]');
    const text = await (await fetch(product.url)).text();
    const named = [...text.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => product.url + path);
    expect(scripts.toSorted()).toEqual(named.toSorted());
    // A part of a later screen, fetched while the user types.
    const part = door.waitForRequest(/\/flow-totp-[^/]+\.js$/);
    await type(door, '/email', 'a');
    await part;
    await another.close();
  });

  it('allows this server’s own addresses, which the monitors below watch', async () => {
    await page.goto(`${product.url}/#/administration/general/settings`);
    const allows = page.getByRole('switch', { name: 'Allow this server’s own addresses' });
    await allows.check();
    // The cards of alerts, which load by themselves, have a button of the same name.
    const company = page.locator('form').filter({ has: allows });
    await company.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.getByText('General settings saved').textContent()).toContain('saved');
    await page.goto(`${product.url}/#/systemDashboard/overview`);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  });

  it('adds an organization with a location', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByRole('menuitem', { name: /organization/i }).click();
    await standsAt(page, 'Details');
    await type(page, '/name', 'Northwind');
    await press(page, 'Next');
    await standsAt(page, 'Locations');
    await press(page, 'Next');
    await standsAt(page, 'Confirm');
    await stepOf(page).getByText('Main office').waitFor();
    await press(page, 'Save');
    await isTold(page, 'Northwind is added.');
    await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor();
    await page.getByRole('link', { name: 'Add its first monitor' }).click();
    await standsAt(page, 'Setup');
  });

  it('adds a ping monitor of this computer', async () => {
    await page.goto(`${product.url}/#/editor/cloudMonitor`);
    await standsAt(page, 'Setup');
    await type(page, '/monitorName', 'This computer');
    await choose(page, '/clientId', 'Northwind');
    await choose(page, '/locationId', 'Main office');
    await type(page, '/hostname', '127.0.0.1');
    await press(page, 'Next');
    await standsAt(page, 'Conditions');
    await press(page, 'Next');
    await standsAt(page, 'Confirm');
    await press(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'This computer' }).waitFor();
    const before = loads;
    await page.getByRole('main').getByText('100%').waitFor({ timeout: 30_000 });
    expect(loads, 'pages loaded until the first result appeared').toBe(before);
  });

  it('tries a website before saving its monitor, and sees the first result come in by itself', async () => {
    await page.goto(`${product.url}/#/editor/cloudMonitor`);
    await standsAt(page, 'Setup');
    await type(page, '/monitorName', 'Web shop');
    await choose(page, '/clientId', 'Northwind');
    await choose(page, '/locationId', 'Main office');
    await field(page, '/monitorType').getByText('HTTP', { exact: true }).click();
    await type(page, '/httpHostname', target);
    await seconds('/frequency', 'Frequency', 30);
    await press(page, 'Next');
    await standsAt(page, 'Request');
    await press(page, 'Next');
    await standsAt(page, 'Conditions');
    // The condition that it begins with gives way to one that raises at once.
    await page.getByRole('button', { name: 'Remove Website is down' }).click();
    await press(page, 'Add a condition');
    const dialog = page.getByRole('dialog');
    await type(page, '/conditionName', 'Shop is down');
    await type(page, '/resetThreshold', '1');
    await dialog.getByRole('button', { name: 'Change settings' }).click();
    await standsAt(page, 'Condition settings');
    await type(page, '/runCount', '1');
    await press(page, 'Apply');
    await press(page, 'Add');
    await dialog.waitFor({ state: 'detached' });
    await stepOf(page).getByText('The website failed in one check. Resets after 1 minute without a failure.').waitFor();
    await press(page, 'Next');
    await standsAt(page, 'Confirm');
    await press(page, 'Test now');
    await stepOf(page).getByText('The check succeeded').waitFor();
    await press(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor();
    loads = 0;
    await page.getByRole('main').getByText('The server answered 200 OK.').waitFor({ timeout: 30_000 });
    expect(loads).toBe(0);
  });

  it('sees the website go down and its alert raised without a reload', async () => {
    state.up = false;
    // Beside the heading: the plot's legend says the word as well.
    const status = page.getByRole('heading', { level: 1, name: 'Web shop' }).locator('xpath=following-sibling::*[1]');
    await status.getByText('Down', { exact: true }).waitFor({ timeout: 60_000 });
    await page.getByRole('main').getByText('Raised', { exact: true }).first().waitFor({ timeout: 10_000 });
    expect(loads).toBe(0);
  });

  it('sees it come up again, and the alert reset once a minute has passed without a failure', async () => {
    state.up = true;
    await page.getByRole('main').getByText('The server answered 200 OK.').first().waitFor({ timeout: 60_000 });
    await page.getByRole('main').getByText('OK', { exact: true }).first().waitFor({ timeout: 110_000 });
    expect(loads).toBe(0);
  }, 180_000);

  it('edits the monitor, whose type is fixed by now', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await standsAt(page, 'Setup');
    expect(await field(page, '/monitorType').locator('input').first().isDisabled()).toBe(true);
    await type(page, '/monitorName', 'Web shop of Northwind');
    for (const step of ['Request', 'Conditions', 'Confirm']) {
      await press(page, 'Next');
      await standsAt(page, step);
    }
    await press(page, 'Save');
    await page.getByRole('heading', { level: 1, name: 'Web shop of Northwind' }).waitFor();
  });

  it('pauses it: it is asked no more', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('main').getByText('Paused', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Pause', exact: true }).count()).toBe(0);
  });

  it('deletes it, after it was asked', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete monitor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete monitor' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cloud monitors' }).waitFor();
    await page.getByRole('cell', { name: 'This computer' }).or(page.getByText('This computer')).first().waitFor();
    expect(await page.getByRole('main').getByText('Web shop of Northwind').count()).toBe(0);
  });
});
