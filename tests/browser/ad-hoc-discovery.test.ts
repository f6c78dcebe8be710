// A technician discovers a network ad hoc from a real agent: stops it, reviews what was found, and adds it (F03).
import { createServer, type Server } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage, PATIENCE } from './browser.ts';
import { field, press, standsAt, stepOf, type } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

let product: Product;
let browser: Browser;
let cookie: string;
let probe: number;
const servers: Server[] = [];
/** `fe80::1` has no way there: nothing is sent, and nothing answers. */
const targets = '127.0.6.1-127.0.6.3, fe80::1';

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  cookie = (await setUpByApi(product)).cookie;
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const switches = { clientId, name: 'Switches', credentialType: 'SNMP_V2C', community: 'public' };
  await callByApi(product, cookie, 'POST', '/credential', switches);
  const server = createServer((socket) => socket.on('error', () => undefined));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(9100, '127.0.6.1', resolve));
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  probe = await startAgent(product.url, { token: String(token) }).nodeId();
}, 300_000);

afterAll(async () => {
  for (const server of servers) server.close();
  await browser?.close();
  await product?.dispose();
});

async function openDiscovery(): Promise<Page> {
  const technician = await newTechnician(product, cookie);
  const page = await openPage(
    await newContext(browser, product, technician.cookie),
    product,
    '/systemDashboard/overview',
  );
  await page.getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Run Ad Hoc Network Discovery' }).click();
  await standsAt(page, 'Set up');
  // The only organization, location, probe and credential are chosen already.
  const chosen = field(page, '/networkProbe').locator('input').first();
  await expect.poll(() => chosen.inputValue(), { timeout: PATIENCE }).not.toBe('');
  return page;
}

const rowOf = (page: Page, ip: string) => stepOf(page).getByRole('row').filter({ hasText: ip });

it('adds what responds, by the names and roles that it was given (F03-01, F03-02)', { timeout: 120_000 }, async () => {
  const page = await openDiscovery();
  const steps = stepOf(page).getByRole('listitem');
  await expect
    .poll(() => steps.allInnerTexts())
    .toEqual([
      expect.stringContaining('Set up'),
      expect.stringContaining('Run discovery'),
      expect.stringContaining('Review'),
    ]);
  const body = page.locator('.mantine-Modal-body').first();
  expect(await body.evaluate((element) => element.getBoundingClientRect().height)).toBe(596);
  await type(page, '/ipTargets', targets);
  await press(page, 'Run discovery');
  await standsAt(page, 'Discovery completed');
  await stepOf(page).getByText('All addresses were checked. 3 devices found. 1 address did not respond.').waitFor();
  await press(page, 'View discovery results');
  await standsAt(page, 'Review');

  await rowOf(page, '127.0.6.1').filter({ hasText: 'Printer' }).waitFor();
  await rowOf(page, '127.0.6.2').filter({ hasText: 'Device role required' }).waitFor();
  await press(page, 'Finish');
  await field(page, '/devices').getByText('2 device(s) have an unknown role. Please provide required fields').waitFor();
  await rowOf(page, '127.0.6.3').getByRole('button', { name: 'Remove 127.0.6.3' }).click();
  await rowOf(page, '127.0.6.3').getByText('Removed').waitFor();
  await rowOf(page, '127.0.6.2').getByRole('button', { name: 'Edit 127.0.6.2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 127.0.6.2' });
  // Escape closes what is in front alone.
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await standsAt(page, 'Review');
  await rowOf(page, '127.0.6.2').getByRole('button', { name: 'Edit 127.0.6.2' }).click();
  await dialog.getByRole('textbox', { name: 'Device name' }).fill('Edge firewall');
  await dialog.getByRole('combobox', { name: 'Device role' }).click();
  await page.getByRole('option', { name: 'Firewall' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, '127.0.6.2').filter({ hasText: 'Edge firewall' }).filter({ hasText: 'Firewall' }).waitFor();
  await press(page, 'Finish');
  await standsAt(page, 'Add 2 devices?');
  await stepOf(page).getByText('Main office of Acme').waitFor();
  await press(page, 'Add');
  await standsAt(page, 'Successfully added devices');
  await press(page, 'Open network probe');
  await page.waitForURL(new RegExp(`#/deviceDashboard/${probe}/overview`));
  const { items } = await callByApi(product, cookie, 'GET', '/device?sort=address');
  const added = (items as unknown as { friendlyName: string; name: string; nodeClass: string }[]).map(
    ({ name, nodeClass }) => [name, nodeClass],
  );
  expect(added).toContainEqual(['Edge firewall', 'NMS_FIREWALL']);
  expect(added.filter(([, nodeClass]) => nodeClass?.startsWith('NMS_'))).toHaveLength(2);
});

it(
  'asks before it stops or closes, and says what was found by then (F03-16, F03-17, F03-18)',
  { timeout: 120_000 },
  async () => {
    const state = async () => {
      const { items } = await callByApi(product, cookie, 'GET', `/device/${probe}/command`);
      return (items as unknown as { run: { state: string } }[])[0]?.run.state;
    };
    const page = await openDiscovery();
    // Nothing of it answers, so that it takes a while.
    await type(page, '/ipTargets', '127.0.6.2, fe80::/117');
    await press(page, 'Run discovery');
    await standsAt(page, 'Run discovery');
    await press(page, 'Back');
    await standsAt(page, 'Stop discovery?');
    await press(page, 'Go on');
    await standsAt(page, 'Run discovery');
    // The clicks may be faster than the call that starts the run.
    await expect.poll(state).toBe('running');
    await press(page, 'Back');
    await press(page, 'Stop discovery');
    await standsAt(page, 'Set up');
    await expect.poll(state, { timeout: 30_000 }).toBe('cancelled');

    await press(page, 'Run discovery');
    await standsAt(page, 'Run discovery');
    await press(page, 'Stop');
    await standsAt(page, 'Discovery completed');
    await stepOf(page).getByText('You asked it to stop.').waitFor();
    await press(page, 'Back');
    await type(page, '/ipTargets', 'fe80::/116');
    await press(page, 'Run discovery');
    await standsAt(page, 'Discover again?');
    await press(page, 'Discover again');
    await standsAt(page, 'Run discovery');
    await page.getByRole('button', { name: english.flow.close, exact: true }).click();
    await standsAt(page, 'Close while the discovery runs?');
    await press(page, 'Stop and close');
    await expect.poll(state, { timeout: 30_000 }).toBe('cancelled');
    expect(await page.getByRole('dialog').count()).toBe(0);
  },
);
