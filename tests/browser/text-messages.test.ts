// Codes by text message in a browser, with a gateway on loopback: set up, a save that asks for one, signing in, and another way.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { gatewayBody, startSmsGateway, type SmsGatewayPeer } from '../peers/sms-gateway-peer.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, newTechnician, openBrowser, openPage, type Technician } from './browser.ts';
import { choose, isTold, press, standsAt, stepOf, type } from './form.ts';
import { enableTotp } from './seat.ts';

const phone = '+31612345678';
let product: Product;
let browser: Browser;
let technician: Technician;
let gateway: SmsGatewayPeer;
let clientId: number;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser, gateway] = await Promise.all([startProduct(), openBrowser(), startSmsGateway()]);
  const { cookie } = await setUpByApi(product);
  await callByApi(product, cookie, 'PUT', '/division', { allowOwnAddresses: true });
  await callByApi(product, cookie, 'PUT', '/division/sms-gateway', gatewayBody(gateway));
  const body = { name: 'Northwind', locations: [{ name: 'Main office' }] };
  clientId = Number(((await callByApi(product, cookie, 'POST', '/client', body))['client'] as { id: number }).id);
  technician = await newTechnician(product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await gateway?.close();
});

describe('codes by text message', () => {
  it('are set up, confirm a save with its input unchanged, and sign in (F19-04)', { timeout: 240_000 }, async () => {
    const context = await newContext(browser, product, technician.cookie);
    const page = await openPage(context, product, '/profile');
    const messages = () => gateway.messages.length;
    const arrived = async (count: number) => expect.poll(messages, { timeout: 20_000 }).toBe(count);

    await page.getByRole('main').getByRole('button', { name: 'Add phone number' }).click();
    await standsAt(page, 'Your phone number');
    await type(page, '/phone', '+31 6 12345678');
    await press(page, 'Send code');
    await standsAt(page, 'Enter the code');
    await stepOf(page)
      .getByRole('button', { name: /^Send another code in \d+ s$/ })
      .waitFor();
    await arrived(1);
    await type(page, '/code', gateway.codeTo(phone));
    await press(page, 'Confirm');
    await standsAt(page, 'Keep your recovery codes');
    const codes = stepOf(page).getByRole('listitem');
    await codes.first().waitFor();
    const [recoveryCode = ''] = await codes.allInnerTexts();
    await press(page, 'I have kept them');
    await page.getByRole('button', { name: 'Remove phone number' }).waitFor();

    // A session that has confirmed just now is not asked; the refusal of one that has not is put in its place.
    const sent: { key: string | undefined; body: string | null }[] = [];
    await page.route('**/api/credential', async (route) => {
      const request = route.request();
      if (request.method() !== 'POST') return route.fallback();
      sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
      if (sent.length > 1) return route.fallback();
      const json = { resultCode: 'FAILURE', errorCode: 'MFA_REQUIRED', errorMessage: '', methods: ['SMSOTP'] };
      return route.fulfill({ status: 401, json });
    });
    await page.goto(`${product.url}/#/customerDashboard/${clientId}/overview`);
    await page.getByRole('main').getByRole('button', { name: 'Add credential' }).first().click();
    await standsAt(page, 'Credential');
    await type(page, '/name', 'Switches');
    await choose(page, '/credentialType', 'SNMP v3');
    await type(page, '/username', 'monitor');
    await choose(page, '/security', 'None');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'Confirm by text message' }).waitFor();
    await page.getByRole('button', { name: 'Send code' }).click();
    await arrived(2);
    await page.getByRole('textbox', { name: /^Code/ }).fill(gateway.codeTo(phone));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await isTold(page, 'Credential created');
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);

    const signIn = async () => {
      await context.clearCookies();
      await page.goto('about:blank');
      await page.goto(`${product.url}/#/sign-in`);
      await standsAt(page, 'Sign in');
      await type(page, '/email', technician.email);
      await type(page, '/password', technician.password);
      await press(page, 'Sign in');
    };
    const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });
    await signIn();
    await standsAt(page, 'Confirm by text message');
    await stepOf(page).getByRole('button', { name: 'Send code' }).click();
    await arrived(3);
    // The page is loaded again while the person looks at the phone.
    await stepOf(page).getByText('A code was sent to the number ending in 78.').waitFor();
    await page.reload();
    await standsAt(page, 'Confirm by text message');
    await type(page, '/code', gateway.codeTo(phone));
    await press(page, 'Confirm');
    await dashboard.waitFor();

    // The gateway is away: the person is told, and a recovery code does.
    gateway.answer = { status: 503, body: '' };
    await signIn();
    await standsAt(page, 'Confirm by text message');
    await stepOf(page).getByRole('button', { name: 'Send code' }).click();
    await stepOf(page).getByText('The SMS gateway does not answer, so no code was sent.').first().waitFor();
    await type(page, '/code', recoveryCode);
    await press(page, 'Confirm');
    await dashboard.waitFor();

    // Of several factors the person chooses.
    gateway.answer = undefined;
    const cookie = (await context.cookies()).find(({ name }) => name === 'cairn_session')?.value ?? '';
    await enableTotp(product, { ...technician, cookie: `cairn_session=${cookie}` });
    await signIn();
    await standsAt(page, 'Enter your code');
    await press(page, 'Use another way');
    await standsAt(page, 'Use another way');
    await press(page, 'Text message');
    await standsAt(page, 'Confirm by text message');
    await stepOf(page).getByRole('button', { name: 'Send code' }).click();
    await arrived(4);
    await type(page, '/code', gateway.codeTo(phone));
    await press(page, 'Confirm');
    await dashboard.waitFor();
    await context.close();
  });
});
