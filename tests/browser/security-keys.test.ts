// Security keys in a browser with an authenticator: set up, a save that asks for it, and signing in.
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, newTechnician, openBrowser, openPage, type Technician } from './browser.ts';
import { choose, isTold, press, standsAt, stepOf, type } from './form.ts';

let product: Product;
let browser: Browser;
let technician: Technician;
let clientId: number;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  const environment: Record<string, string> = {};
  [product, browser] = await Promise.all([startProduct(environment), openBrowser()]);
  // Browsers offer security keys to names alone, and the port is known only now.
  const url = product.url.replace('127.0.0.1', 'localhost');
  environment['CAIRN_PUBLIC_URL'] = url;
  await product.end();
  await product.start();
  product = { ...product, url };
  const { cookie } = await setUpByApi(product);
  const body = { name: 'Northwind', locations: [{ name: 'Main office' }] };
  clientId = Number(((await callByApi(product, cookie, 'POST', '/client', body))['client'] as { id: number }).id);
  technician = await newTechnician(product, cookie);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Gives the page an authenticator with the credentials that an earlier page's had. */
async function plugIn(context: BrowserContext, page: Page) {
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** Whether the person touches the key as soon as it is asked for. */
const touches = (cdp: CDPSession, authenticatorId: string, enabled: boolean) =>
  cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });

/**
 * Touches the key for the next question alone. Chromium's authenticator never answers a question that it got before the touch, so
 * the challenge waits until `asked` has seen the page ask.
 */
async function touchesWhenAsked(
  page: Page,
  touch: () => Promise<unknown>,
  asked: () => Promise<unknown>,
): Promise<void> {
  await page.route(
    '**/api/session/mfa/security-key',
    async (route) => {
      await asked();
      await touch();
      await route.fallback();
    },
    { times: 1 },
  );
}

describe('a security key', () => {
  it(
    'is added, confirms a save with its input unchanged, and signs in (F19-06, F19-07)',
    { timeout: 240_000 },
    async () => {
      const context = await newContext(browser, product, technician.cookie);
      const page = await openPage(context, product, '/profile');
      const { cdp, authenticatorId } = await plugIn(context, page);

      await page.getByRole('main').getByRole('button', { name: 'Add security key' }).click();
      await standsAt(page, 'Add a security key');
      await type(page, '/name', 'Blue key');
      await press(page, 'Add security key');
      await standsAt(page, 'Keep your recovery codes');
      const codes = stepOf(page).getByRole('listitem');
      await codes.first().waitFor();
      const [recoveryCode = ''] = await codes.allInnerTexts();
      await press(page, 'I have kept them');
      await page.getByRole('button', { name: 'Remove the security key “Blue key”' }).waitFor();

      // A session that has confirmed just now is not asked; the refusal of one that has not is put in its place.
      const sent: { key: string | undefined; body: string | null }[] = [];
      await page.route('**/api/credential', async (route) => {
        const request = route.request();
        if (request.method() !== 'POST') return route.fallback();
        sent.push({ key: request.headers()['idempotency-key'], body: request.postData() });
        if (sent.length > 1) return route.fallback();
        const json = { resultCode: 'FAILURE', errorCode: 'MFA_REQUIRED', errorMessage: '', methods: ['U2F_TOKEN'] };
        return route.fulfill({ status: 401, json });
      });
      await touches(cdp, authenticatorId, false);
      const touch = () => touches(cdp, authenticatorId, true);
      await touchesWhenAsked(page, touch, () => page.getByRole('heading', { name: 'Use your security key' }).waitFor());
      await page.goto(`${product.url}/#/customerDashboard/${clientId}/overview`);
      await page.getByRole('main').getByRole('button', { name: 'Add credential' }).first().click();
      await standsAt(page, 'Credential');
      await type(page, '/name', 'Switches');
      await choose(page, '/credentialType', 'SNMP v3');
      await type(page, '/username', 'monitor');
      await choose(page, '/security', 'None');
      await press(page, 'Save');
      await isTold(page, 'Credential created');
      expect(sent).toHaveLength(2);
      expect(sent[1]).toEqual(sent[0]);

      await context.clearCookies();
      await page.goto('about:blank');
      await page.goto(`${product.url}/#/sign-in`);
      const signIn = async () => {
        await standsAt(page, 'Sign in');
        await type(page, '/email', technician.email);
        await type(page, '/password', technician.password);
        await press(page, 'Sign in');
      };
      await signIn();
      const dashboard = page.getByRole('heading', { level: 1, name: 'Dashboard' });
      await dashboard.waitFor();

      // The page is loaded again while the browser asks; the key is asked for again.
      await context.clearCookies();
      await touches(cdp, authenticatorId, false);
      await page.goto('about:blank');
      await page.goto(`${product.url}/#/sign-in`);
      await signIn();
      await standsAt(page, 'Use your security key');
      await touchesWhenAsked(page, touch, () => standsAt(page, 'Use your security key'));
      await page.reload();
      await dashboard.waitFor();

      // Without the key, a recovery code.
      await context.clearCookies();
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      await page.goto('about:blank');
      await page.goto(`${product.url}/#/sign-in`);
      await signIn();
      await stepOf(page).getByText('The security key was not used. Try again.').waitFor();
      await type(page, '/code', recoveryCode);
      await press(page, 'Confirm');
      await dashboard.waitFor();
      await context.close();
    },
  );
});
