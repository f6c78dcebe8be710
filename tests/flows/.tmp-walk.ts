import { chromium } from 'playwright-core';
import { readFileSync, existsSync } from 'node:fs';
import { join, extname } from 'node:path';
const base = 'http://127.0.0.1:17431';
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
await context.route('**/*', async (route) => {
  const url = new URL(route.request().url());
  if (url.pathname.startsWith('/api')) return route.continue();
  const file = join('/tmp/flows-console', url.pathname === '/' ? 'index.html' : url.pathname);
  if (!existsSync(file)) return route.continue();
  return route.fulfill({
    body: readFileSync(file),
    contentType: types[extname(file)] ?? 'application/octet-stream',
    headers: {
      'content-security-policy':
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws:",
    },
  });
});
const page = await context.newPage();
page.on('console', (m) => {
  if (m.type() !== 'log') console.log('  [console]', m.type(), m.text().slice(0, 300));
});
page.on('pageerror', (e) => console.log('  [pageerror]', e.message.slice(0, 400)));
page.setDefaultTimeout(8000);
let n = 0;
const shot = (name: string) =>
  page.screenshot({ path: `/tmp/flows-shots/${String(++n).padStart(2, '0')}-${name}.png` });
const h1 = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const field = (name: string) =>
  page
    .locator('input,textarea')
    .and(page.getByLabel(new RegExp('^' + name.replace(/[()]/g, '.'))))
    .first();
const next = (name = 'Next') => page.getByRole('button', { name, exact: true }).last().click();
try {
  await page.goto(`${base}/#/setup?token=test-setup-token-0123456789`);
  await h1('Your account');
  await shot('account');
  await field('First name').fill('Ada');
  await field('Last name').fill('Byron');
  await field('Email').fill('ada@example.com');
  await field('Password').fill('correct horse battery');
  await field('Confirm password').fill('correct horse battery');
  await next();
  await h1('Your company');
  await shot('company');
  console.log(page.url());
  await field('Name').fill('Cairn Works');
  await page.waitForTimeout(700);
  console.log(
    'local',
    await page.evaluate(() =>
      Object.entries(localStorage)
        .map(([k, v]) => k + ' ' + String(v).slice(0, 900))
        .join('\n'),
    ),
  );
  await page.reload();
  await page.waitForTimeout(1500);
  await shot('reloaded');
  await h1('Your account');
  await field('Password').fill('correct horse battery');
  await field('Confirm password').fill('correct horse battery');
  await next();
  await h1('Your company');
  await next('Set up');
  await h1('Welcome to Cairn');
  await shot('welcome');
  await next('Open the console');
  await page.waitForURL(/systemDashboard/);
  await page.waitForTimeout(1200);
  await shot('dashboard');
  await page.goto(`${base}/#/editor/customer`);
  await h1('Details');
  await shot('organization');
  await field('Name').fill('Northwind');
  await next();
  await h1('Locations');
  await shot('locations');
  await page.goBack();
  await h1('Details');
  await page.goForward();
  await h1('Locations');
  console.log(page.url());
  await page.reload();
  await h1('Locations');
  await next();
  await h1('Confirm');
  await shot('organization-confirm');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await h1('Saved');
  await shot('organization-saved');
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.waitForTimeout(800);
  console.log('after', page.url());
  await shot('after-organization');
  await page.goto(`${base}/#/editor/cloudMonitor`);
  await h1('Setup');
  await shot('monitor');
  await field('Monitor name').fill('Self');
  await page.getByText('HTTP', { exact: true }).first().click();
  await field('Organization').click();
  await page.getByRole('option', { name: 'Northwind' }).click();
  await page.waitForTimeout(500);
  await shot('monitor-org');
  await field('Location').click();
  await page.getByRole('option', { name: 'Main office' }).click();
  await field('URL').fill(`${base}/healthz`);
  await shot('monitor-filled');
  await next();
  await h1('Request');
  await shot('request');
  await page.getByText('Raw', { exact: true }).click();
  await page.waitForTimeout(300);
  await shot('request-raw');
  await page.getByText('None', { exact: true }).click();
  await next();
  await h1('Conditions');
  await shot('conditions');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.waitForTimeout(600);
  await shot('condition');
  await field('Condition name').fill('Down');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForTimeout(300);
  await shot('condition-added');
  await next();
  await h1('Confirm');
  await shot('confirm');
  await page.getByRole('button', { name: 'Test now' }).click();
  await page.waitForTimeout(2500);
  await shot('tested');
  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await page.waitForTimeout(500);
  await shot('leave');
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await h1('Saved');
  await shot('saved');
  await next('Open the dashboard');
  await page.waitForURL(/cloudMonitorDashboard/);
  await page.waitForTimeout(1500);
  await shot('monitor-dashboard');
  console.log(page.url());
} catch (e) {
  console.log('FAILED', String(e).slice(0, 800));
  await shot('failed');
  console.log(page.url());
}
await context.storageState({ path: '/tmp/flows-state.json' });
await browser.close();
