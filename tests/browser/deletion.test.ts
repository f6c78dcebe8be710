// A device and an organization with devices are deleted as a technician does it, and come back whole by the undo.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { backupBody } from '../contract/backup-body.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent, until } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { press, standsAt } from './form.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let cookie: string;
let clientId: number;
const devices: { id: number; name: string }[] = [];

const read = (path: string) => callByApi(product, cookie, 'GET', path);
/** What a deletion may not change: all that is stored about it, without what an agent reports meanwhile. */
async function stored() {
  const { total } = await read('/device');
  const { name, locations } = await read(`/client/${clientId}`);
  return { total, name, locations, deviceCount: (await read(`/client/${clientId}/deviceCount`))['deviceCount'] };
}

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  ({ cookie } = await setUpByApi(product));
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id, locations } = client as unknown as { id: number; locations: { id: number }[] };
  clientId = id;
  for (const _ of [1, 2]) {
    const place = { clientId, locationId: Number(locations[0]?.id) };
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    const nodeId = await startAgent(product.url, { token: String(token) }).nodeId();
    const friendlyName = `web-${devices.length + 1}`;
    await callByApi(product, cookie, 'PUT', `/node/${nodeId}`, { friendlyName });
    devices.push({ id: nodeId, name: friendlyName });
  }
  context = await newContext(browser, product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Whatever the page complains of, the policy of its scripts included. */
function complaintsOf(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) heard.push(message.text());
  });
  return heard;
}

it(
  'deletes a device, which the toast brings back on another page by keyboard (F10-04)',
  { timeout: 180_000 },
  async () => {
    const before = await stored();
    const page = await openPage(context, product, `/deviceDashboard/${devices[0]?.id}/overview`);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete device' }).click();
    await standsAt(page, 'Delete “web-1”');
    expect(await seriousOn(page)).toEqual([]);
    await press(page, 'Delete device');
    await page.waitForURL(/#\/deviceSearch/);
    await page.getByRole('link', { name: 'web-2' }).waitFor();
    expect(await page.getByRole('link', { name: 'web-1' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Can be undone for 15 min').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo the deletion of web-1' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('web-1 is restored').waitFor();
    expect(await stored()).toEqual(before);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

it(
  'deletes an organization with its devices, which the list of deletions brings back (F10-05)',
  { timeout: 180_000 },
  async () => {
    const before = await stored();
    const page = await openPage(context, product, `/customerDashboard/${clientId}/overview`);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete organization' }).click();
    await standsAt(page, 'Delete “Acme”');
    await page.getByText('2 devices').waitFor();
    await page.getByText('web-1, web-2').waitFor();
    await press(page, 'Delete organization');
    await page.waitForURL(/#\/systemDashboard\/overview/);
    await page.getByRole('link', { name: 'Recently deleted' }).click();
    await page.getByRole('heading', { name: 'Recently deleted', level: 1 }).waitFor();
    await page.getByText('2 devices').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Restore Acme' }).click();
    await page.getByText('Nothing to restore').waitFor();
    expect(await stored()).toEqual(before);
    expect(complaints).toEqual([]);
    await page.close();
  },
);

it(
  'deletes a device with its backup data once its name was typed, and the undo brings the device alone back (F10-03)',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-backups-'));
    for (const name of ['root_VOL-b001.spf', 'root_VOL-b001-i001.spi', 'notes.txt'])
      writeFileSync(join(folder, name), 'image');
    const { client } = await callByApi(product, cookie, 'POST', '/client', {
      name: 'Backed up',
      locations: [{ name: 'Office' }],
    });
    const { id, locations } = client as unknown as { id: number; locations: { id: number }[] };
    const place = { clientId: id, locationId: Number(locations[0]?.id) };
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    const nodeId = await startAgent(product.url, { token: String(token), deletesBackups: true }).nodeId();
    await callByApi(product, cookie, 'PUT', `/node/${nodeId}`, { friendlyName: 'db-1' });
    const job = backupBody(nodeId, 'Nightly', { localDestinationPath: folder });
    await callByApi(product, cookie, 'POST', '/backupjob', job);
    await until(async () =>
      expect(await read(`/device/${nodeId}/backupjob`)).toMatchObject({ delivery: { state: 'applied' } }),
    );
    const page = await openPage(context, product, `/deviceDashboard/${nodeId}/overview`);
    const complaints = complaintsOf(page);
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete device' }).click();
    await page.getByText('Image files: 2, 10 B. Devices with backup jobs: 1.').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await press(page, 'Also delete the backup data permanently');
    await standsAt(page, 'Delete “db-1” and its backup data permanently');
    expect(await seriousOn(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Name' }).fill('db-2');
    await press(page, 'Delete permanently');
    await page.getByText('Type db-1', { exact: true }).waitFor();
    expect(readdirSync(folder)).toHaveLength(3);
    await page.getByRole('textbox', { name: 'Name' }).fill('db-1');
    await press(page, 'Delete permanently');
    await page.getByText('2 image files of its backups are deleted for good.').waitFor();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    await page.getByRole('button', { name: 'Undo the deletion of db-1' }).click();
    await page.getByText('db-1 is restored').waitFor();
    expect(readdirSync(folder)).toEqual(['notes.txt']);
    expect(complaints).toEqual([]);
    await page.close();
    rmSync(folder, { recursive: true, force: true });
  },
);
