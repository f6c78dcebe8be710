// Under the policy that the product serves, every flow works by real clicks and keys. A script that the test driver
// evaluates escapes the policy, so nothing is evaluated here before the browser was asked what it reported.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { allFlows } from '../flows/all-flows.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { setupToken, startProduct, type Product } from '../product/product.ts';
import { inviteTechnician, newContext, openBrowser, tokenIn } from './browser.ts';
import { choose, field, press, standsAt, stepOf } from './form.ts';
import { addMonitor } from './seat.ts';

interface FirstForm {
  route(): Promise<string>;
  opener?: string;
  /** The opener is in the head, above every page. */
  inHead?: true;
  /** Of the menu that the opener opens. */
  item?: string;
  heading: string;
  /** What is typed, by pointer; too little, so that the form finds an error. */
  typed: Record<string, string>;
  press: string;
  error: string;
  also?(page: Page): Promise<void>;
}

let product: Product;
let fresh: Product;
let browser: Browser;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, fresh, browser] = await Promise.all([startProduct(), startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
  await callByApi(product, admin, 'POST', '/client', { name: 'Northwind', locations: [{ name: 'Main office' }] });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await Promise.all([product?.dispose(), fresh?.dispose()]);
});

const at = (route: string) => () => Promise.resolve(route);

const forms: Record<string, FirstForm> = {
  'first-run': {
    route: at(`/setup?token=${setupToken}`),
    heading: 'Your account',
    typed: { '/firstName': 'Ada', '/lastName': 'Byron', '/email': 'ada', '/password': 'too short' },
    press: 'Next',
    error: 'Password: Use at least 10 characters',
  },
  'sign-in': {
    route: at('/sign-in'),
    heading: 'Sign in',
    typed: { '/email': 'ada@example.com' },
    press: 'Sign in',
    error: 'Password: Required',
  },
  activation: {
    route: async () => `/activate?token=${encodeURIComponent(tokenIn((await inviteTechnician(product, admin)).link))}`,
    heading: 'Choose a password',
    typed: { '/password': 'correct horse battery', '/confirm': 'another one' },
    press: 'Activate',
    error: 'Confirm password: Passwords do not match',
  },
  'forgotten-password': {
    route: at('/forgotten-password'),
    heading: 'Reset your password',
    typed: { '/email': 'ada' },
    press: 'Send link',
    error: 'Email: Please enter a valid email address',
  },
  organization: {
    route: at('/editor/customer'),
    heading: 'Details',
    typed: { '/description': 'Nameless' },
    press: 'Next',
    error: 'Name: Required',
  },
  user: {
    route: at('/editor/user'),
    heading: 'Person',
    typed: { '/firstName': 'Grace', '/lastName': 'Hopper', '/email': 'grace', '/userInactivityTimeout': '0' },
    press: 'Next',
    error: 'Inactivity timeout: Must be between 1 and 10080',
  },
  'cloud-monitor': {
    route: at('/editor/cloudMonitor'),
    heading: 'Setup',
    typed: { '/monitorName': 'Web shop', '/hostname': 'not a host name' },
    press: 'Next',
    error: 'Server (hostname or IP): Please enter a valid hostname or IP address',
    async also(page) {
      await choose(page, '/clientId', 'Northwind');
      await choose(page, '/locationId', 'Main office');
    },
  },
  webhook: {
    route: at('/administration/apps/events'),
    opener: 'Add event subscription',
    heading: 'Event subscription',
    typed: { '/url': 'http://127.0.0.1:9/hook' },
    press: 'Save',
    error: 'Name: Required',
  },
  credential: {
    route: at('/customerDashboard/1/overview'),
    opener: 'Add credential',
    heading: 'Credential',
    typed: { '/community': 'public' },
    press: 'Save',
    error: 'Name: Required',
  },
  'install-automation': {
    route: at('/editor/install/new'),
    heading: 'Install application',
    typed: { '/description': 'Backs up' },
    press: 'Save',
    error: 'Name: Required',
  },
  'run-automation': {
    route: at('/editor/run/new'),
    heading: 'Run application',
    typed: { '/description': 'Looks at the disks' },
    press: 'Save',
    error: 'Name: Required',
  },
  script: {
    route: at('/editor/script/new'),
    heading: 'Script',
    typed: { '/description': 'Frees space' },
    press: 'Save',
    error: 'Name: Required',
    also: (page) => field(page, '/script').locator('.cm-content').fill('df -h'),
  },
  'notification-channel': {
    route: at('/administration/apps/notificationChannels'),
    opener: 'Add notification channel',
    heading: 'Notification channel',
    typed: { '/recipients/0/email': 'on call' },
    press: 'Save',
    error: 'Name: Required',
  },
  'status-page': {
    route: at('/administration/apps/statusPages'),
    opener: 'Add status page',
    heading: 'Status page',
    typed: { '/monitors/0/name': 'Web shop' },
    press: 'Save',
    error: 'Title: Required',
  },
  'ticket-template': {
    route: at('/administration/apps/ticketTemplates'),
    opener: 'Add ticket template',
    heading: 'Ticket template',
    typed: { '/content': 'Call the customer first.' },
    press: 'Save',
    error: 'Name: Required',
  },
  policy: {
    route: at('/administration/policies'),
    opener: 'Add policy',
    heading: 'Policy',
    typed: { '/description': 'All servers' },
    press: 'Save',
    error: 'Name: Required',
  },
  'monitor-import': {
    route: at('/cloudMonitors'),
    opener: 'Import and export',
    item: 'Import from a file',
    heading: 'File',
    typed: {},
    press: 'Check file',
    error: 'File: Choose a file',
  },
  'network-discovery': {
    route: at('/deviceSearch'),
    opener: 'Add NMS device',
    heading: 'Configuration',
    typed: { '/ipTargets': 'gateway' },
    press: 'Discover',
    error: 'IP targets: Invalid IP(s): gateway',
  },
  'ad-hoc-discovery': {
    route: at('/systemDashboard/overview'),
    opener: 'Add',
    inHead: true,
    item: 'Run Ad Hoc Network Discovery',
    heading: 'Set up',
    typed: { '/ipTargets': 'gateway' },
    press: 'Run discovery',
    error: 'IP targets: Invalid IP(s): gateway',
  },
  'network-scan': {
    route: at('/networkDiscovery'),
    opener: 'New network scan',
    heading: 'Network scan',
    typed: { '/ipTargets': 'gateway' },
    press: 'Save',
    error: 'IP targets: Invalid IP(s): gateway',
  },
  'directory-discovery': {
    route: at('/activeDirectory'),
    opener: 'Add',
    inHead: true,
    item: 'Discover Active Directory',
    heading: 'Domain controller and OU path',
    typed: { '/ouPath': 'corp.test/Sales' },
    press: 'Read computers',
    error: 'OU path: Invalid OU Path',
  },
  'vm-host': {
    route: at('/systemDashboard/overview'),
    opener: 'Add',
    inHead: true,
    item: 'Add VM host',
    heading: 'VM host',
    typed: { '/hostname': '-f' },
    press: 'Test',
    error: 'DNS/IP: Enter a DNS name or an IP address',
  },
  'add-computer': {
    route: at('/deviceSearch'),
    opener: 'Add computer',
    heading: 'Where it belongs',
    typed: { '/uses': '0' },
    press: 'Make command',
    error: 'Computers: Must be between 1 and 1000',
    async also(page) {
      await choose(page, '/clientId', 'Northwind');
      await choose(page, '/locationId', 'Main office');
    },
  },
  maintenance: {
    route: async () => `/cloudMonitorDashboard/${await addMonitor(product, admin, 'Web shop')}`,
    opener: 'Maintenance',
    heading: 'Maintenance',
    typed: { '/reasonMessage': 'New disks. '.repeat(23) },
    press: 'Set maintenance',
    error: 'Reason: Must be at most 250 characters',
  },
  password: {
    route: at('/profile'),
    opener: 'Change password',
    heading: 'Change password',
    typed: { '/currentPassword': 'correct horse battery', '/newPassword': 'short', '/confirm': 'short' },
    press: 'Change password',
    error: 'New password: Use at least 10 characters',
  },
  'security-key': {
    route: at('/profile'),
    opener: 'Add security key',
    heading: 'Add a security key',
    typed: { '/name': ' ' },
    press: 'Add security key',
    error: 'Name: Required',
  },
  'text-messages': {
    route: at('/profile'),
    opener: 'Add phone number',
    heading: 'Your phone number',
    typed: { '/phone': '0612345678' },
    press: 'Send code',
    error: 'Phone number: Invalid phone number',
  },
  totp: {
    route: at('/profile'),
    opener: 'Set up',
    heading: 'Confirm it is you',
    typed: {},
    press: 'Next',
    error: 'Password: Required',
  },
};

describe('the served policy', () => {
  it('allows scripts of this server alone, and no evaluation', async () => {
    const policy = (await fetch(product.url)).headers.get('content-security-policy') ?? '';
    const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src'));
    expect(scripts?.trim()).toBe("script-src 'self'");
  });

  it('is met by the first form of every flow', () => {
    // The flow of a row stands above a form of the list here, and is part of no page. The form of a deletion,
    // running a script, a reboot, a backup job and a managed folder need a device; the prompt stands above a save. Their own tests listen.
    const elsewhere = new Set([
      'backup-job',
      'managed-folder',
      'cloud-monitor-condition',
      'deletion',
      'reboot',
      'run-script',
      'mfa',
    ]);
    const own = allFlows.filter(({ id }) => !elsewhere.has(id));
    expect(Object.keys(forms).sort()).toEqual(own.map(({ id }) => id).sort());
  });

  it.each(Object.entries(forms))('lets %s be filled in, find an error and load its choices', async (flow, form) => {
    const server = flow === 'first-run' ? fresh : product;
    const door = allFlows.find(({ id }) => id === flow)?.presentation === 'page';
    const context = await newContext(browser, server, door ? undefined : admin);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      // A browser that knows nobody asks whether the set-up door is open, and the browser itself notes the 404.
      const door = message.location().url === `${server.url}/api/setup`;
      if (message.type() === 'error' && !door) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${server.url}/#${await form.route()}`);
    const place = page.getByRole(form.inHead ? 'banner' : 'main');
    if (form.opener) await place.getByRole('button', { name: form.opener }).first().click();
    if (form.item) await page.getByRole('menuitem', { name: form.item }).click();
    await standsAt(page, form.heading);
    for (const [pointer, text] of Object.entries(form.typed)) {
      const input = field(page, pointer).locator('input, textarea').first();
      await input.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    }
    await press(page, form.press);
    await stepOf(page).getByRole('alert').getByText(form.error).waitFor();
    await form.also?.(page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('refuses what it is there to refuse, and the test would hear of it', async () => {
    const context = await newContext(browser, product);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`${product.url}/#/sign-in`);
    await standsAt(page, 'Sign in');
    // A script element is the page's own, whoever put it there.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.hacked = true';
      document.head.append(script);
    });
    await expect.poll(() => complaints.join('\n')).toContain('Content Security Policy');
    await context.close();
  });
});
