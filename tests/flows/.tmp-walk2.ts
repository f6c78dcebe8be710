import { chromium, type BrowserContext, type Page } from 'playwright-core';
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
async function fresh(storage?: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(storage && { storageState: storage }),
  });
  await context.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.pathname.startsWith('/api')) return route.continue();
    const file = join('/tmp/flows-console', url.pathname === '/' ? 'index.html' : url.pathname);
    if (!existsSync(file)) return route.continue();
    return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? 'application/octet-stream' });
  });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('  [pageerror]', e.message.slice(0, 400)));
  page.on('console', (m) => {
    if (m.type() === 'error' && !m.text().includes('WebSocket') && !m.text().includes('Failed to load resource'))
      console.log('  [console]', m.text().slice(0, 300));
  });
  page.setDefaultTimeout(6000);
  return { context, page };
}
const shot = (page: Page, name: string) => page.screenshot({ path: `/tmp/flows-shots/w2-${name}.png` });
const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last();
const field = (page: Page, name: string) =>
  page
    .locator('input,textarea')
    .and(page.getByLabel(new RegExp('^' + name)))
    .first();
async function step(name: string, work: () => Promise<void>, page: () => Page) {
  try {
    await work();
    console.log('ok  ', name);
  } catch (e) {
    console.log('FAIL', name, String(e).slice(0, 600), page().url());
    await shot(page(), 'failed-' + name.replace(/\W+/g, '-'));
  }
}
let { context, page } = await fresh('/tmp/flows-state.json');
const p = () => page;
await step(
  'edit, stepper to Conditions, reload keeps the step',
  async () => {
    await page.goto(`${base}/#/wizard/cloudMonitor/1`);
    await h1(page, 'Setup');
    await page
      .getByRole('button', { name: /Conditions/ })
      .first()
      .click();
    await h1(page, 'Conditions');
    await page.reload();
    await h1(page, 'Conditions');
    await button(page, 'Close').click();
    await page.waitForFunction(() => !location.hash.includes('wizard'));
  },
  p,
);
await page.evaluate(async () => {
  localStorage.clear();
  for (const d of await (await fetch('/api/draft')).json())
    await fetch('/api/draft/' + d.id, { method: 'DELETE', headers: { 'idempotency-key': crypto.randomUUID() } });
});
await step(
  'session ends: sign in again in place, nothing lost',
  async () => {
    await page.goto(`${base}/#/editor/customer`);
    await h1(page, 'Details');
    await field(page, 'Name').fill('Contoso');
    await context.clearCookies();
    await button(page, 'Next').click();
    await h1(page, 'Locations');
    await page
      .getByText('Sign in again')
      .first()
      .waitFor({ timeout: 4000 })
      .catch(() => undefined);
    await page.waitForTimeout(800);
    await shot(page, 'again');
    await page.locator('input[type=password]').last().fill('correct horse battery');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(800);
    await page.getByText('Draft saved').waitFor();
    await shot(page, 'again-done');
  },
  p,
);
let address = '';
await step(
  'second browser goes on with the draft',
  async () => {
    address = page.url();
    const state = await context.storageState();
    (state as { origins: unknown[] }).origins = [];
    const other = await browser.newContext({ storageState: { cookies: state.cookies, origins: [] } });
    await other.close();
    const second = await fresh();
    await second.context.addCookies(state.cookies);
    await second.page.goto(address);
    await h1(second.page, 'Locations');
    await second.page
      .getByRole('button', { name: /Details/ })
      .first()
      .click();
    await h1(second.page, 'Details');
    if ((await field(second.page, 'Name').inputValue()) !== 'Contoso') throw new Error('name was lost');
    await field(second.page, 'Name').fill('Contoso Ltd');
    await second.page.getByText('Draft saved').waitFor();
    await second.page.waitForTimeout(1500);
    // the first page goes on: conflict
    await button(page, 'Next').click();
    await h1(page, 'Confirm');
    await page.waitForTimeout(1500);
    await shot(page, 'conflict');
    await page.getByText('This draft was changed in another window').waitFor();
    await button(page, 'Use the other').click();
    await h1(page, 'Details');
    if ((await field(page, 'Name').inputValue()) !== 'Contoso Ltd') throw new Error('other version was not taken');
    await second.context.close();
  },
  p,
);
await step(
  'leave by the browser asks; staying stays',
  async () => {
    await field(page, 'Name').fill('Contoso Limited');
    await page.waitForTimeout(600);
    await page.evaluate(() => {
      location.hash = '#/cloudMonitors';
    });
    await page.getByText('Leave without finishing?').waitFor();
    await button(page, 'Stay').click();
    await page.waitForTimeout(400);
    if (!page.url().includes('/editor/customer?')) throw new Error('address ' + page.url());
    await h1(page, 'Details');
    await page.locator('a[aria-label="Cairn, dashboard"]').last().click();
    await page.getByText('Leave without finishing?').waitFor();
    await button(page, 'Keep draft').click();
    await page.waitForFunction(() => location.hash.includes('systemDashboard'));
    await page.waitForTimeout(800);
    await shot(page, 'dashboard-draft');
  },
  p,
);
await step(
  'offer, then resume',
  async () => {
    await page.goto(`${base}/#/editor/customer`);
    await h1(page, 'You have a draft');
    await shot(page, 'offer');
    await button(page, 'Resume').click();
    await h1(page, 'Details');
    if ((await field(page, 'Name').inputValue()) !== 'Contoso Limited') throw new Error('draft lost');
    await page.evaluate(() => history.back());
    await page.waitForTimeout(600);
    console.log('     ', page.url());
  },
  p,
);
await step(
  'leave by Back of the browser asks',
  async () => {
    await page.goto(`${base}/#/cloudMonitors`);
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      const a = [...document.querySelectorAll('a')].find((x) =>
        x.getAttribute('href')?.includes('editor/cloudMonitor'),
      );
      a?.click();
    });
    await h1(page, 'Setup');
    await field(page, 'Monitor name').fill('X');
    await page.waitForTimeout(600);
    await page.evaluate(() => history.back());
    await page.getByText('Leave without finishing?').waitFor();
    await button(page, 'Stay').click();
    await page.waitForTimeout(300);
    if (!page.url().includes('/editor/cloudMonitor?')) throw new Error('address ' + page.url());
    await page.evaluate(() => history.back());
    await page.getByText('Leave without finishing?').waitFor();
    await button(page, 'Discard').click();
    await page.waitForFunction(() => location.hash.startsWith('#/cloudMonitors'));
  },
  p,
);
await step(
  'technician with permissions',
  async () => {
    await page.goto(`${base}/#/editor/user`);
    await h1(page, 'Person');
    await field(page, 'First name').fill('Grace');
    await field(page, 'Last name').fill('Hopper');
    await field(page, 'Email').fill(`grace${Date.now()}@example.com`);
    await button(page, 'Next').click();
    await h1(page, 'Permissions');
    await page.getByLabel('View organizations').first().check();
    await shot(page, 'permissions');
    await button(page, 'Next').click();
    await h1(page, 'Confirm');
    await shot(page, 'user-confirm');
    await button(page, 'Save').click();
    await h1(page, 'Technician added');
    await shot(page, 'user-added');
    const link =
      /https?:\/\/\S+activate\S+/.exec(await page.locator('main').last().innerHTML())?.[0]?.split(/["<]/)[0] ?? '';
    console.log('      link', link.slice(0, 60));
    await button(page, 'Close').click();
    const guest = await fresh();
    await guest.page.goto(link.replace(/&amp;/g, '&'));
    await h1(guest.page, 'Choose a password');
    await field(guest.page, 'Password').fill('compilers and moths');
    await field(guest.page, 'Confirm').fill('compilers and moths');
    await button(guest.page, 'Activate').click();
    await h1(guest.page, 'Your account is active');
    await button(guest.page, 'Open the console').click();
    await guest.page.waitForFunction(() => location.hash.includes('systemDashboard'));
    await guest.page.waitForTimeout(500);
    await shot(guest.page, 'activated');
    await guest.page.reload();
    await guest.page.waitForTimeout(500);
    await guest.page.goto(link.replace(/&amp;/g, '&'));
    await h1(guest.page, 'Choose a password');
    await guest.context.close();
  },
  p,
);
await step(
  'sign in: wrong, then right',
  async () => {
    const guest = await fresh();
    await guest.page.goto(`${base}/#/cloudMonitors`);
    await h1(guest.page, 'Sign in');
    await field(guest.page, 'Email').fill('ada@example.com');
    await field(guest.page, 'Password').fill('wrong');
    await button(guest.page, 'Sign in').click();
    await guest.page.getByText('The email or the password is not correct.').first().waitFor();
    await shot(guest.page, 'sign-in-wrong');
    await field(guest.page, 'Password').fill('correct horse battery');
    await button(guest.page, 'Sign in').click();
    await guest.page.waitForFunction(() => location.hash.includes('cloudMonitors'), undefined, { timeout: 6000 });
    await guest.page.waitForTimeout(600);
    await shot(guest.page, 'signed-in');
    await guest.context.close();
  },
  p,
);
await step('password modal and authenticator', async () => {
  await page.goto(`${base}/#/profile`); await page.waitForTimeout(800);
  await page.getByRole('button', { name: 'Change password' }).first().click(); await h1(page, 'Change password'); await shot(page, 'password');
  await field(page, 'Current password').fill('wrong'); await field(page, 'New password').fill('another horse battery'); await field(page, 'Confirm').fill('another horse battery');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click(); await page.getByText('The current password is not correct.').first().waitFor(); await shot(page, 'password-wrong');
  await field(page, 'Current password').fill('correct horse battery'); await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click(); await h1(page, 'Password changed');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click(); await page.waitForTimeout(500);
  await page.getByRole('button', { name: /Set up/ }).first().click(); await h1(page, 'Confirm it is you');
  await field(page, 'Password').fill('another horse battery'); await button(page, 'Next').click(); await h1(page, 'Scan the code'); await page.waitForTimeout(500); await shot(page, 'totp');
}, p);
await browser.close();
