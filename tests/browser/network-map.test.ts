// What the ports of two switches lead to, as a drawing that a keyboard walks, and as a table (F02: LLDP and MAC tables).
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Topology } from '#api/contract/agent-methods/topology.ts';
import { connect } from '#server/database/connect.ts';
import { node } from '#server/database/schema/nodes.ts';
import { devicePoll } from '#server/database/schema/polling.ts';
import { storeTopology } from '#server/topology/store-topology.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { temporaryPostgres } from '../server/temporary-postgres.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';

let postgres: Awaited<ReturnType<typeof temporaryPostgres>>;
let product: Product;
let browser: Browser;
let context: BrowserContext;
let clientId: number;

const mac = (a: number, b: number) => `00:1b:21:00:0${a}:0${b}`;
const ports = (of: number) => [1, 2, 3].map((index) => ({ index, name: `Gi1/0/${index}`, mac: mac(of, index) }));
const neighbor = (systemName: string, of: number, remotePort: string): Topology['neighbors'][number] => ({
  port: 1,
  portName: 'Gi1/0/1',
  protocol: 'LLDP',
  mac: mac(of, 0),
  chassis: mac(of, 0),
  systemName,
  remotePort,
  remoteDescription: '',
  description: '',
  addresses: [],
});

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  postgres = await temporaryPostgres();
  const databaseUrl = await postgres.createDatabase();
  [product, browser] = await Promise.all([startProduct({ DATABASE_URL: databaseUrl }), openBrowser()]);
  const { cookie } = await setUpByApi(product);
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const place = client as unknown as { id: number; locations: { id: number }[] };
  clientId = place.id;
  const { database, pool } = connect({ connectionString: databaseUrl }, () => undefined);
  const devices: number[] = [];
  for (const [index, name] of ['core-sw', 'floor-sw', 'printer'].entries()) {
    const [row] = await database
      .insert(node)
      .values({
        name,
        systemName: name,
        nodeClass: 'NMS_SWITCH',
        nodeType: 'NMS_DEVICE',
        organizationId: clientId,
        locationId: Number(place.locations[0]?.id),
        macAddresses: [mac(index + 1, 0)],
      })
      .returning({ id: node.id });
    const nodeId = Number(row?.id);
    await database.insert(devicePoll).values({ nodeId, credentialId: null });
    devices.push(nodeId);
  }
  const read = (device: number, of: number, more: Partial<Topology>) =>
    storeTopology(
      database,
      device,
      { macs: [mac(of, 0)], ports: ports(of), neighbors: [], forwarding: [], addresses: [], ...more },
      new Date(),
    );
  await read(Number(devices[0]), 1, {
    neighbors: [neighbor('floor-sw', 2, 'Gi1/0/1')],
    forwarding: [{ port: 2, mac: '00:50:56:00:00:01' }],
  });
  await read(Number(devices[1]), 2, {
    neighbors: [neighbor('core-sw', 1, 'Gi1/0/1')],
    forwarding: [{ port: 3, mac: mac(3, 0) }],
  });
  await pool.end();
  context = await newContext(browser, product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await postgres?.dispose();
});

/** Whatever the page complains of, the policy of its scripts included. */
function complaintsOf(page: Page): string[] {
  const heard: string[] = [];
  page.on('pageerror', (error) => heard.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) heard.push(message.text());
  });
  return heard;
}

it('is walked by keyboard, and shows what each port leads to', async () => {
  const page = await openPage(context, product, `/customerDashboard/${clientId}/network`);
  const complaints = complaintsOf(page);
  const map = page.getByRole('group', { name: 'Map of the network' });
  const core = map.getByRole('button', { name: /^core-sw/ });
  await core.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'core-sw' });
  await panel.getByRole('button', { name: /Gi1\/0\/1.*floor-sw/ }).waitFor();
  await panel.getByRole('button', { name: /Gi1\/0\/2.*00:50:56:00:00:01/ }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  // From a port to what it leads to, and from there on.
  await panel.getByRole('button', { name: /Gi1\/0\/1.*floor-sw/ }).click();
  await page
    .getByRole('complementary', { name: 'floor-sw' })
    .getByRole('button', { name: /Gi1\/0\/3.*printer/ })
    .waitFor();
  await map.getByRole('button', { name: /^floor-sw/ }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('complementary', { name: 'floor-sw' }).waitFor({ state: 'detached' });
  const width = async () => (await core.boundingBox())?.width ?? 0;
  const before = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(before);
  expect(complaints).toEqual([]);
  await page.close();
});

it('is a table as well, which a phone shows first', async () => {
  const page = await openPage(context, product, `/customerDashboard/${clientId}/network`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const cell = (text: string) => page.getByRole('row').filter({ hasText: 'core-sw' }).filter({ hasText: text });
  await cell('Gi1/0/1').first().waitFor();
  await page.getByRole('row').filter({ hasText: 'printer' }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await seriousOn(page)).toEqual([]);
  await page.close();
});
