// A technician adds a VM host: a real agent installs its delegate from the server and signs in at an ESXi peer (F01).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { fingerprint, login, renewedFingerprint, startEsxi, type EsxiPeer } from '../peers/vsphere-peer.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage, PATIENCE } from './browser.ts';
import { choose, field, press, standsAt, stepOf, type } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

let product: Product;
let browser: Browser;
let cookie: string;
let esxi: EsxiPeer;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser, esxi] = await Promise.all([startProduct(), openBrowser(), startEsxi()]);
  esxi.state.guests = [
    { id: '1', name: 'db-1', power: 'poweredOn', address: '192.0.2.20' },
    { id: '2', name: 'old-web', power: 'poweredOff' },
  ];
  cookie = (await setUpByApi(product)).cookie;
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  for (const [name, password] of [
    ['Right', login.password],
    ['Wrong', 'wrong'],
  ] as const)
    await callByApi(product, cookie, 'POST', '/credential', {
      clientId,
      name,
      credentialType: 'BASIC',
      username: login.username,
      password,
    });
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  await startAgent(product.url, { token: String(token), until: 'file' }).nodeId();
}, 300_000);

afterAll(async () => {
  await esxi?.stop();
  await browser?.close();
  await product?.dispose();
});

async function openFlow(): Promise<Page> {
  const technician = await newTechnician(product, cookie);
  const page = await openPage(
    await newContext(browser, product, technician.cookie),
    product,
    '/systemDashboard/overview',
  );
  await page.getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add VM host' }).click();
  await standsAt(page, 'VM host');
  // The only organization, location and delegate are chosen already.
  const chosen = field(page, '/delegateNodeId').locator('input').first();
  await expect.poll(() => chosen.inputValue(), { timeout: PATIENCE }).not.toBe('');
  return page;
}

const addHost = (page: Page) => stepOf(page).getByRole('button', { name: 'Add Host', exact: true });

it(
  'adds a host that its delegate tested, and shows its guests (F01-02, F01-11 … F01-13)',
  { timeout: 120_000 },
  async () => {
    const page = await openFlow();
    await type(page, '/name', 'ESXi of the main office');
    await type(page, '/hostname', '127.0.0.1');
    await type(page, '/apiPort', String(esxi.port));
    await choose(page, '/credentialId', 'Wrong');
    expect(await addHost(page).isDisabled()).toBe(true);
    await press(page, 'Test');

    await standsAt(page, 'Trust this certificate?');
    await stepOf(page).getByText(fingerprint).waitFor();
    await press(page, 'Trust and test');
    await stepOf(page).getByRole('alert').getByText('Invalid credentials').waitFor();
    expect(await addHost(page).isDisabled()).toBe(true);

    await choose(page, '/credentialId', 'Right');
    await press(page, 'Test');
    await stepOf(page).getByText('Test succeeded. VMware ESXi 8.0.3 build-24022510, 2 guests').waitFor();
    expect(await addHost(page).isEnabled()).toBe(true);
    // F01-12
    await type(page, '/name', 'ESXi');
    await expect.poll(() => addHost(page).isDisabled()).toBe(true);
    expect(await stepOf(page).getByText('Test succeeded').count()).toBe(0);
    await press(page, 'Test');
    await expect.poll(() => addHost(page).isEnabled(), { timeout: PATIENCE }).toBe(true);
    await addHost(page).click();

    await standsAt(page, 'VM host added');
    await press(page, 'Go to VM host dashboard');
    await page.waitForURL(/#\/vmDashboard\/\d+\/overview$/);
    const guests = page.getByRole('table', { name: 'Guests' });
    await guests.getByRole('row').filter({ hasText: 'db-1' }).filter({ hasText: '192.0.2.20' }).waitFor();
    await guests.getByRole('link', { name: 'old-web' }).click();
    await page.getByRole('link', { name: 'ESXi', exact: true }).waitFor();
    expect(esxi.sessions.size).toBe(0);
  },
);

it('names a second host at the same delegate at its field (F01-22)', { timeout: 120_000 }, async () => {
  const page = await openFlow();
  await type(page, '/name', 'Again');
  await type(page, '/hostname', '127.0.0.1');
  await type(page, '/apiPort', String(esxi.port));
  await choose(page, '/credentialId', 'Right');
  await press(page, 'Test');
  await press(page, 'Trust and test');
  await expect.poll(() => addHost(page).isEnabled(), { timeout: PATIENCE }).toBe(true);
  await addHost(page).click();
  await field(page, '/delegateNodeId').getByText('VM Host already exists under the same Monitor Delegate.').waitFor();
});

it(
  'changes a host once its new certificate is trusted, from its page and from the list',
  { timeout: 120_000 },
  async () => {
    const technician = await newTechnician(product, cookie);
    const page = await openPage(await newContext(browser, product, technician.cookie), product, '/deviceSearch');
    esxi.renew();
    await page.getByRole('button', { name: 'Edit the VM host “ESXi”', exact: true }).click();
    await standsAt(page, 'VM host');
    await expect.poll(() => field(page, '/hostname').locator('input').inputValue()).toBe('127.0.0.1');
    await type(page, '/name', 'ESXi renewed');
    const save = stepOf(page).getByRole('button', { name: 'Save', exact: true });
    expect(await save.isDisabled()).toBe(true);
    await press(page, 'Test');
    await standsAt(page, 'The certificate has changed');
    await stepOf(page).getByText(fingerprint).waitFor();
    await stepOf(page).getByText(renewedFingerprint).waitFor();
    // Nothing was sent to it: no session was opened there.
    await press(page, 'Trust the new certificate and test');
    await expect.poll(() => save.isEnabled(), { timeout: PATIENCE }).toBe(true);
    await save.click();
    await page.getByText('The VM host ESXi renewed is saved.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'ESXi renewed' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await standsAt(page, 'VM host');
    await press(page, 'Test');
    await stepOf(page).getByText('Test succeeded').waitFor();
  },
);
