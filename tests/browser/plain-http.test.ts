// A console in a local network that is opened by name and without TLS: to the browser that is no secure context.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { administrator, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { openBrowser } from './browser.ts';
import { isTold, press, standsAt, type } from './form.ts';

const host = 'cairn.test';
let product: Product;
let browser: Browser;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([
    // The server refuses requests for names that are not its own.
    startProduct({ CAIRN_ALLOWED_HOSTS: host }),
    openBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]),
  ]);
  await setUpByApi(product);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

it('works over plain http: a technician signs in and adds an organization', async () => {
  const page = await browser.newPage();
  const url = product.url.replace('127.0.0.1', host);
  await page.goto(`${url}/#/sign-in`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await standsAt(page, 'Sign in');
  await type(page, '/email', administrator.email);
  await type(page, '/password', administrator.password);
  await press(page, 'Sign in');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.goto(`${url}/#/editor/customer`);
  await standsAt(page, 'Details');
  await type(page, '/name', 'Northwind');
  await press(page, 'Next');
  await standsAt(page, 'Locations');
  await press(page, 'Next');
  await standsAt(page, 'Confirm');
  await press(page, 'Save');
  await isTold(page, 'Northwind is added.');
});
