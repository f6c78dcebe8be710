// A technician schedules a reboot of two computers. The settings of one name a stand-in for the command that reboots, those of the other none.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
let cookie: string;
let allowing: { id: number; name: string };
let refusing: { id: number; name: string };
const directory = mkdtempSync(join(tmpdir(), 'cairn-reboot-'));
const said = join(directory, 'said');

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  ({ cookie } = await setUpByApi(product));
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const standIn = join(directory, 'stand-in.sh');
  writeFileSync(standIn, '#!/bin/sh\necho rebooted >> "$1"\n', { mode: 0o700 });
  const add = async (friendlyName: string, options: Parameters<typeof startAgent>[1]) => {
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    const id = await startAgent(product.url, { token: String(token), until: 'file', ...options }).nodeId();
    const node = await callByApi(product, cookie, 'GET', `/node/${id}`);
    const { nodeRoleId, locationId } = node as unknown as { nodeRoleId: number; locationId: number };
    await callByApi(product, cookie, 'PUT', `/node/${id}`, { friendlyName, nodeRoleId, locationId });
    return { id, name: String((await callByApi(product, cookie, 'GET', `/device/${id}`))['name']) };
  };
  allowing = await add('Allows', { reboot: `${standIn} "${said}"` });
  refusing = await add('Refuses', {});
  page = await openPage(await newContext(browser, product, cookie), product, '/deviceSearch');
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  rmSync(directory, { recursive: true, force: true });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const card = () => page.getByRole('region', { name: 'Reboots' });

async function asks(): Promise<void> {
  for (const { name } of [allowing, refusing])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click();
  await button('Schedule reboot').click();
}

it('schedules a reboot, and one computer carries it out, the other refuses (F13-01, F13-02, F13-07, F13-09)', async () => {
  page.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await asks();
  await standsAt(page, 'Schedule reboot');
  expect(await field(page, '/name').locator('input').inputValue()).toBe('Reboot of 2 devices');
  await type(page, '/description', 'After the update');
  await expectKept(page, product, cookie, 'reboot', 'editing.task', 'After the update');
  await page.reload();
  await asks();
  await page.getByRole('dialog', { name: 'Schedule reboot' }).getByRole('button', { name: 'Resume' }).click();
  await standsAt(page, 'Schedule reboot');
  expect(await field(page, '/description').locator('textarea').inputValue()).toBe('After the update');
  // Iceland has the time of UTC all year.
  await choose(page, '/timeZone', 'Reykjavik');
  await type(page, '/runAt', '2020-05-01T09:00');
  await press(page, 'Schedule reboot');
  await field(page, '/runAt').getByText('Date and time must be in the future').waitFor();
  expect(await seriousOn(page)).toEqual([]);
  // A whole minute that is at least half a minute away.
  const time = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000);
  await type(page, '/runAt', time.toISOString().slice(0, 16));
  await press(page, 'Schedule reboot');
  await isTold(page, 'The reboot of 2 devices is scheduled.');

  await page.goto(`${product.url}/#/deviceDashboard/${allowing.id}/overview`);
  await card().getByText('Waiting', { exact: true }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  expect(existsSync(said)).toBe(false);
  await card().getByText('Started', { exact: true }).waitFor({ timeout: 150_000 });
  expect(readFileSync(said, 'utf8')).toBe('rebooted\n');
  await page.goto(`${product.url}/#/deviceDashboard/${refusing.id}/overview`);
  await card().getByText('The settings of this device do not allow reboots').waitFor();
  await card().getByText('Refused', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
}, 300_000);
