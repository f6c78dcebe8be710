// `npm run screenshots`: makes the pictures of the README from the running product, with real monitors of local servers.
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { callByApi, setUpByApi, signInByCookie } from '../tests/product/person.ts';
import { startProduct, type Product } from '../tests/product/product.ts';
import { browserFlags, findBrowser } from './browser.mjs';
import { ensureBuilt } from './prepare.mjs';
import { reportPicture } from './report-picture.ts';

const folder = new URL('../docs/images/', import.meta.url).pathname;

/** A server whose answers take `milliseconds`, more or less; a slow wave makes the plot worth looking at. */
async function target(
  milliseconds: number,
  isUp: () => boolean = () => true,
): Promise<{ url: string; server: Server }> {
  const begun = Date.now();
  const server = createServer((_request, response) => {
    if (!isUp()) {
      response.statusCode = 503;
      response.end('Service unavailable');
      return;
    }
    const wave = 1 + 0.5 * Math.sin((Date.now() - begun) / 4000) + Math.random() * 0.3;
    setTimeout(() => response.end('<!doctype html><title>Shop</title>'), milliseconds * wave);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

async function fill(product: Product, cookie: string): Promise<{ servers: Server[]; breakOne: () => void }> {
  const organizations: { id: number; locations: { id: number }[] }[] = [];
  for (const [name, places] of [
    ['Northwind Traders', ['Rotterdam', 'Data centre']],
    ['Contoso Clinics', ['Main office']],
    ['Fabrikam', ['Workshop', 'Shop']],
  ] as const) {
    const { client } = await callByApi(product, cookie, 'POST', '/client', {
      name,
      locations: places.map((place) => ({ name: place })),
    });
    organizations.push(client as (typeof organizations)[number]);
  }
  let broken = false;
  const servers: Server[] = [];
  const monitors = [
    ['Web shop', 0, await target(24)],
    ['Booking', 1, await target(60)],
    ['Intranet', 1, await target(9, () => !broken)],
    ['Order API', 2, await target(38)],
  ] as const;
  for (const [monitorName, at, { url, server }] of monitors) {
    servers.push(server);
    const organization = organizations[at];
    await callByApi(product, cookie, 'POST', '/cloudmonitor', {
      enabled: true,
      clientId: organization?.id,
      locationId: organization?.locations[0]?.id,
      monitorType: 'HTTP',
      monitorName,
      frequency: 30,
      timeout: 5,
      httpHostname: url,
      methodType: 'GET',
      authenticationType: 'NONE',
      saveResponseBody: true,
      saveCertificateInformation: true,
      requestHeaders: [],
      requestBodyType: 'NONE',
      conditions: [
        {
          type: 'HttpWebsiteFailed',
          enabled: true,
          conditionName: `${monitorName} is down`,
          runCount: 1,
          resetThreshold: 1,
          severity: 'CRITICAL',
          priority: 'HIGH',
          notificationAction: 'NONE',
        },
      ],
    });
  }
  const place = { clientId: organizations[0]?.id, locationId: organizations[0]?.locations[1]?.id };
  await callByApi(product, cookie, 'POST', '/cloudmonitor', {
    ...place,
    enabled: true,
    monitorType: 'PING',
    monitorName: 'Router',
    hostname: '127.0.0.1',
    frequency: 30,
    timeout: 5,
    conditions: [],
  });
  return { servers, breakOne: () => (broken = true) };
}

async function shoot(page: Page, name: string): Promise<void> {
  // Let what is on its way arrive: fonts, and the last live message.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`docs/images/${name}.png`);
}

const executablePath = await findBrowser();
if (!executablePath) process.exit(1);
await ensureBuilt();
mkdirSync(folder, { recursive: true });
await reportPicture(executablePath, folder);
const product = await startProduct({ CAIRN_AGENT: 'on' });
const browser = await chromium.launch({ executablePath, args: browserFlags });
try {
  const { cookie } = await setUpByApi(product);
  const { servers, breakOne } = await fill(product, cookie);
  console.log('Letting the monitors run for three minutes …');
  await new Promise((resolve) => setTimeout(resolve, 150_000));
  breakOne();
  await new Promise((resolve) => setTimeout(resolve, 40_000));

  for (const [suffix, colorScheme] of [
    ['', 'light'],
    ['-dark', 'dark'],
  ] as const) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
    await signInByCookie(context, product, cookie);
    const page = await context.newPage();
    await page.goto(`${product.url}/#/systemDashboard/overview`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(page, `dashboard${suffix}`);
    await page.goto(`${product.url}/#/cloudMonitors`);
    await page.getByText('Web shop').first().waitFor();
    await shoot(page, `monitors${suffix}`);
    await page.getByText('Web shop').first().click();
    await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor();
    await shoot(page, `monitor${suffix}`);
    await page.goto(`${product.url}/#/editor/cloudMonitor`);
    await page.getByRole('heading', { level: 1, name: 'Setup' }).waitFor();
    await page.getByText('HTTP', { exact: true }).first().click();
    await shoot(page, `wizard${suffix}`);
    await context.close();
  }
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  await signInByCookie(phone, product, cookie);
  const page = await phone.newPage();
  await page.goto(`${product.url}/#/cloudMonitors`);
  await page.getByText('Web shop').first().waitFor();
  await shoot(page, 'phone');
  await page.goto(`${product.url}/#/gallery`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('heading').first().waitFor();
  await shoot(page, 'gallery');
  for (const server of servers) server.close();
} finally {
  await browser.close();
  await product.dispose();
}
process.exit(0);
