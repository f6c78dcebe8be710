// A technician saves a network scan, runs it, and is told of a device that appears; the comparison shows it, and it is added from there.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkDiscover } from '#agent/methods/network-discover.ts';
import type { MethodHandler } from '#agent/methods/method.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { community, snmpd, startSnmpd } from '../peers/snmp-peer.ts';
import type { Peer } from '../peers/peer.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage, PATIENCE } from './browser.ts';
import { field, press, standsAt, stepOf, type } from './form.ts';

let product: Product;
let browser: Browser;
let cookie: string;
const peers: Peer[] = [];

/** Every address of loopback answers pings, also where nothing runs: the network of this test drops them. */
const withoutPings: MethodHandler<'network.discover'> = async (params, context) => {
  let reached = 0;
  await networkDiscover(params, {
    ...context,
    item(host) {
      if (host.ports.length > 0 || host.snmp !== null) reached += 1;
      context.item({ ...host, pingMS: null });
    },
  });
  return { reached, unreachable: params.addresses.length - reached };
};

describe.skipIf(snmpd === undefined)('network scans (Debian: snmpd)', () => {
  beforeAll(async () => {
    await ensureBuilt({ say: () => undefined });
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    cookie = (await setUpByApi(product)).cookie;
    const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
    const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
    const { id, locations } = client as unknown as { id: number; locations: { id: number }[] };
    const switches = { clientId: id, name: 'Switches', credentialType: 'SNMP_V2C', community };
    await callByApi(product, cookie, 'POST', '/credential', switches);
    const place = { clientId: id, locationId: Number(locations[0]?.id) };
    const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
    peers.push(await startSnmpd({ address: '127.0.7.1', at: 161 }));
    await startAgent(product.url, {
      token: String(token),
      methods: { 'network.discover': withoutPings },
      until: 'file',
    }).nodeId();
  }, 300_000);

  afterAll(async () => {
    for (const peer of peers) await peer.stop();
    await browser?.close();
    await product?.dispose();
  });

  const run = async (page: Page, outcome: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions of Office network' }).click();
    await page.getByRole('menuitem', { name: 'Run now' }).click();
    await page
      .getByText(outcome)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 4 * PATIENCE });
  };

  it('tell of a device that appears, and lead to where it is added', { timeout: 180_000 }, async () => {
    const technician = await newTechnician(product, cookie);
    const page = await openPage(await newContext(browser, product, technician.cookie), product, '/networkDiscovery');
    await page.getByText('No scheduled scans yet').waitFor();
    await page.getByRole('button', { name: 'New network scan' }).first().click();
    await standsAt(page, 'Network scan');
    await type(page, '/name', 'Office network');
    const probe = field(page, '/networkProbe').locator('input').first();
    await expect.poll(() => probe.inputValue(), { timeout: PATIENCE }).not.toBe('');
    await type(page, '/ipTargets', '127.0.7.1-127.0.7.3');
    await press(page, 'Save');
    await page.getByText('Office network is saved.').waitFor();
    await page.getByText('Daily at 02:00').waitFor();

    await run(page, '1 device responded. Later runs report those that are not among them.');
    peers.push(await startSnmpd({ address: '127.0.7.2', at: 161 }));
    await run(page, '2 devices responded, 1 of them new.');

    await page.getByRole('link', { name: 'Alerts' }).first().click();
    await page
      .getByRole('link', { name: /New device on the network/ })
      .first()
      .click();
    await page.getByText('The network scan “Office network” found 1 new device').first().waitFor();
    await page.getByRole('link', { name: 'Open new devices' }).click();
    const fresh = page.getByRole('table', { name: 'New devices' });
    await fresh.getByText('127.0.7.2', { exact: true }).waitFor();
    const changes = page.getByRole('table', { name: 'Changes' });
    await changes.getByRole('row').filter({ hasText: '127.0.7.2' }).filter({ hasText: 'New' }).waitFor();
    await changes.getByRole('row').filter({ hasText: '127.0.7.1' }).filter({ hasText: 'Unchanged' }).waitFor();
    await page.getByRole('group', { name: 'Change' }).getByRole('button', { name: /^New/ }).click();
    await expect.poll(() => changes.getByRole('row').count(), { timeout: PATIENCE }).toBe(2);

    await page.getByRole('button', { name: 'Add device', exact: true }).click();
    await standsAt(page, 'Device selection');
    await stepOf(page).getByText('1 selected').waitFor();
    await stepOf(page).getByLabel('New value of Device role').click();
    await page.getByRole('option', { name: 'Firewall' }).click();
    await stepOf(page).getByRole('button', { name: 'Apply' }).click();
    await press(page, 'Review');
    await standsAt(page, 'Review');
    await press(page, 'Add devices');
    await standsAt(page, 'Successfully added devices');
  });
});
