// A technician discovers a network from a real agent, gives a role, and adds what was found; another discovery knows it.
import { createServer, type Server } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage, PATIENCE } from './browser.ts';
import { choose, field, press, standsAt, stepOf, type } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

let product: Product;
let browser: Browser;
let cookie: string;
let place: { clientId: number; locationId: number };
const servers: Server[] = [];
/** `fe80::1` has no way there: nothing is sent, and nothing answers. */
const targets = '127.0.4.1-127.0.4.3, fe80::1';

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  cookie = (await setUpByApi(product)).cookie;
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id, locations } = client as unknown as { id: number; locations: { id: number }[] };
  place = { clientId: id, locationId: Number(locations[0]?.id) };
  const switches = { clientId: id, name: 'Switches', credentialType: 'SNMP_V2C', community: 'public' };
  await callByApi(product, cookie, 'POST', '/credential', switches);
  await serve('127.0.4.1', 9100);
  await serve('127.0.4.2', 22, 'SSH-2.0-ROSSSH\r\n');
}, 300_000);

afterAll(async () => {
  for (const server of servers) server.close();
  await browser?.close();
  await product?.dispose();
});

async function serve(host: string, port: number, greeting = ''): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write(greeting);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
}

async function startProbe(): Promise<number> {
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  return startAgent(product.url, { token: String(token) }).nodeId();
}

/** `chosen`: there is one probe. */
async function openDiscovery(chosen = true): Promise<Page> {
  // A technician of its own: no draft of before is offered.
  const technician = await newTechnician(product, cookie);
  const page = await openPage(await newContext(browser, product, technician.cookie), product, '/deviceSearch');
  await page.getByRole('main').getByRole('button', { name: 'Add NMS device' }).click();
  await standsAt(page, 'Configuration');
  // The only organization, location, probe and credential are chosen already.
  const probe = field(page, '/networkProbe').locator('input').first();
  if (chosen) await expect.poll(() => probe.inputValue(), { timeout: PATIENCE }).not.toBe('');
  return page;
}

const rowOf = (page: Page, ip: string) => stepOf(page).getByRole('row').filter({ hasText: ip });

it('adds what a probe finds, with a role for each device (F02-01, F02-02, F02-16)', { timeout: 120_000 }, async () => {
  const probe = await startProbe();
  const page = await openDiscovery();
  await type(page, '/ipTargets', `gateway.example, ${targets}`);
  await press(page, 'Discover');
  await field(page, '/ipTargets').getByText('Invalid IP(s): gateway.example').waitFor();
  await type(page, '/ipTargets', targets);
  await press(page, 'Discover');
  await standsAt(page, 'Device selection');

  await rowOf(page, '127.0.4.1').filter({ hasText: 'Printer' }).waitFor();
  await rowOf(page, '127.0.4.2').filter({ hasText: 'MikroTik RouterOS' }).waitFor();
  await rowOf(page, 'fe80::1').filter({ hasText: 'Offline' }).waitFor();
  await press(page, 'Review');
  await field(page, '/devices').getByText('Select at least 1 device to add to the organization').waitFor();
  // Only what responds is selected by "all".
  await stepOf(page).getByRole('checkbox', { name: 'Select all' }).click();
  await stepOf(page).getByText('3 selected').waitFor();
  await rowOf(page, 'fe80::1').click();
  await stepOf(page).getByText('3 selected').waitFor();
  await press(page, 'Review');
  await field(page, '/devices').getByText('1 device(s) have an unknown role.').waitFor();

  await stepOf(page).getByRole('button', { name: 'Select none' }).click();
  await rowOf(page, '127.0.4.3').click();
  await stepOf(page).getByLabel('New value of Device role').click();
  await page.getByRole('option', { name: 'Firewall' }).click();
  await stepOf(page).getByRole('button', { name: 'Apply' }).click();
  await rowOf(page, '127.0.4.3').filter({ hasText: 'Firewall' }).waitFor();
  await rowOf(page, '127.0.4.2').click();
  await press(page, 'Review');
  await standsAt(page, 'Review');
  await stepOf(page).getByText('2 devices for Main office of Acme.').waitFor();
  await press(page, 'Add devices');
  await standsAt(page, 'Successfully added devices');
  await stepOf(page).getByText('2 devices added to Main office of Acme.').waitFor();
  await press(page, 'Open network probe');
  await page.waitForURL(new RegExp(`#/deviceDashboard/${probe}/overview`));

  const { items } = await callByApi(product, cookie, 'GET', '/device?sort=address');
  expect(
    (items as unknown as { nodeClass: string; ipAddresses: string[] }[]).map(({ nodeClass, ipAddresses }) => [
      nodeClass,
      ipAddresses[0],
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['NMS_ROUTER', '127.0.4.2'],
      ['NMS_FIREWALL', '127.0.4.3'],
    ]),
  );

  // The probe polls what was added.
  const { id: firewall } = (items as unknown as { id: number; nodeClass: string }[]).find(
    ({ nodeClass }) => nodeClass === 'NMS_FIREWALL',
  ) ?? { id: 0 };
  await page.goto(`${product.url}/#/deviceDashboard/${firewall}/overview`);
  await page.locator('main').getByText('Online').waitFor();
  await page
    .getByRole('definition')
    .filter({ hasText: /^Ping$/ })
    .waitFor();
  await page.getByRole('img', { name: /^Response time, .*: \d+ points?$/ }).waitFor();

  const again = await openDiscovery();
  await type(again, '/ipTargets', targets);
  await press(again, 'Discover');
  await standsAt(again, 'Device selection');
  await rowOf(again, '127.0.4.2').filter({ hasText: 'Already added' }).waitFor();
  await press(again, 'Back');
  await standsAt(again, 'Configuration');
  await type(again, '/ipTargets', '127.0.4.1');
  await press(again, 'Discover');
  await standsAt(again, 'Discover again?');
  await press(again, 'Discover again');
  await standsAt(again, 'Device selection');
  await stepOf(again).getByText('1 row', { exact: true }).waitFor();
});

it('stops its probe when the dialog is closed (F02-18, F02-38)', { timeout: 120_000 }, async () => {
  const probe = await startProbe();
  await callByApi(product, cookie, 'PUT', `/node/${probe}`, { friendlyName: 'Second probe' });
  const page = await openDiscovery(false);
  await choose(page, '/networkProbe', 'Second probe');
  // Nothing of it answers, so that it takes a while.
  await type(page, '/ipTargets', 'fe80::/116');
  await press(page, 'Discover');
  await standsAt(page, 'Discovering the network');
  await page.getByRole('button', { name: english.flow.close, exact: true }).click();
  const state = async () => {
    const { items } = await callByApi(product, cookie, 'GET', `/device/${probe}/command`);
    return (items as unknown as { run: { state: string } }[])[0]?.run.state;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('cancelled');
});
