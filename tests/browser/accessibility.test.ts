// axe finds nothing serious on any page and in any state of any flow, in light and in dark; and what a keyboard needs is there.
import { existsSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '#screens/console-parts.ts';
import { specialPartOf } from '#screens/registry.tsx';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { isFull } from '../depth.ts';
import { allFlows } from '../flows/all-flows.ts';
import { screensOf } from '../flows/rehearsal.ts';
import { seenStates } from '../flows/standing.ts';
import { policyBody } from '../contract/site.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { until } from '../server/open-page.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser } from './browser.ts';
import { isTold, headingOf, standsAt, stepOf } from './form.ts';
import { standingOf } from './standing.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: string;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  admin = (await setUpByApi(product)).cookie;
  const { client } = (await callByApi(product, admin, 'POST', '/client', {
    name: 'Northwind',
    locations: [{ name: 'Main office' }],
  })) as { client: { id: number; locations: { id: number }[] } };
  await callByApi(product, admin, 'POST', '/cloudmonitor', {
    enabled: true,
    clientId: client.id,
    locationId: client.locations[0]?.id,
    monitorType: 'PING',
    monitorName: 'This computer',
    frequency: 3600,
    timeout: 5,
    hostname: '127.0.0.1',
    conditions: [],
  });
  await tellOfAnAlert(client.id, client.locations[0]?.id);
  await callByApi(product, admin, 'POST', '/policy', policyBody('Servers'));
  await callByApi(product, admin, 'POST', '/scripting/scripts', {
    name: 'Disk space',
    description: 'Shows what is free.',
    language: 'sh',
    operatingSystems: ['Linux'],
    architecture: ['64'],
    categoriesIds: [3],
    script: 'df -h',
  });
  await callByApi(product, admin, 'POST', '/scripting/scripts/upload-application', {
    name: 'Backup client',
    operatingSystems: ['Linux'],
    architecture: ['64'],
    categoriesIds: [3],
    uploadType: 'URL',
    url: 'https://downloads.example.com/setup.run',
  });
  context = await newContext(browser, product, admin);
  page = await context.newPage();
}, 300_000);

/** A channel of each type, and an alert of a website that nobody serves. */
async function tellOfAnAlert(clientId: number, locationId: number | undefined): Promise<void> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, admin, method, path, body);
  const recipients = [{ email: 'oncall@example.com' }];
  await call('POST', '/notificationchannel', { name: 'On call', channelType: 'EMAIL', recipients });
  await call('POST', '/notificationchannel', { name: 'Chat', channelType: 'WEBHOOK', url: 'http://127.0.0.1:9/hook' });
  const down = { type: 'HttpWebsiteFailed', conditionName: 'Down', runCount: 1, resetThreshold: 10 };
  const matters = { severity: 'CRITICAL', priority: 'HIGH', notificationAction: 'NONE', notificationChannelIds: [1] };
  await call('POST', '/cloudmonitor', {
    enabled: true,
    clientId,
    locationId,
    monitorType: 'HTTP',
    monitorName: 'Web shop',
    frequency: 3600,
    timeout: 5,
    httpHostname: 'http://127.0.0.1:9/',
    methodType: 'GET',
    authenticationType: 'NONE',
    requestBodyType: 'NONE',
    conditions: [{ ...down, ...matters }],
  });
  await until(async () => (await call('GET', '/alert'))['total'] === 1, 30_000);
}

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const looks = ['light', 'dark'] as const;
/** Dark mode changes only colours, so only the contrast can differ. */
const rulesIn = (scheme: (typeof looks)[number]) => (scheme === 'dark' ? ['color-contrast'] : undefined);

async function paint(scheme: (typeof looks)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  await page.evaluate((wanted) => {
    document.documentElement.dataset['mantineColorScheme'] = wanted;
  }, scheme);
}

it('would hear of it if something were wrong', async () => {
  await page.goto(`${product.url}/#/profile`);
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect((await seriousOn(page)).map(({ id }) => id)).toContain('button-name');
  await page.goto('about:blank');
});

/** What the colours of a state come from: its kind, widgets and fields, and what is drawn for its screen alone. */
function drawnIn(flow: string, state: string): string[] {
  const { screen, kind, busy } = standingOf(flow, state);
  const compiled = screensOf(flow)[screen];
  const { ui, tone, stages } = compiled?.document ?? {};
  const named = JSON.stringify(ui ?? {}).matchAll(/"ui:(?:widget|field)":"([^"]*)"/g);
  const own = compiled && specialPartOf(compiled) !== undefined ? [`${flow} ${screen}`] : [];
  return [`${kind} ${busy} ${tone ?? ''} ${stages !== undefined}`, ...[...named].map(([, name = '']) => name), ...own];
}

const pages: Record<string, string> = {
  '/systemDashboard/overview': 'Dashboard',
  '/administration/customers': 'Organizations',
  '/customerDashboard/1/overview': 'Northwind',
  '/customerDashboard/1/network': 'Network map',
  '/deviceSearch': 'Devices',
  '/activeDirectory': 'Active Directory',
  '/networkDiscovery': 'Network discovery',
  '/cloudMonitors': 'Cloud monitors',
  '/cloudMonitorDashboard/1/': 'This computer',
  '/alerts': 'Web shop',
  '/alerts/1': 'Who works on it',
  '/administration/general/settings': 'General settings',
  '/administration/general/mail': 'Mail server',
  '/administration/general/textMessages': 'SMS gateway',
  '/administration/apps/api': 'No API keys yet',
  '/administration/apps/events': 'Event subscriptions',
  '/administration/apps/statusPages': 'Status pages',
  '/administration/apps/ticketTemplates': 'No ticket templates yet',
  '/administration/policies': 'Policies',
  '/editor/policy/1': 'No automations on schedule',
  '/administration/users/technicians': 'Technicians',
  '/administration/apps/notificationChannels': 'Send test',
  '/administration/library/scripting/templateLibrary': 'Disk space',
  '/administration/library/scripting/underReview': 'No installer is infected',
  '/editor/script/import': 'Choose a script file',
  '/administration/library/scripting/scripts/2': 'Each device downloads it from this address.',
  '/administration/library/scripting/scripts/1': 'This script has not run in the last seven days.',
  '/administration/general/activities': 'Activities',
  '/administration/general/deleted': 'Recently deleted',
  '/studio': 'Add an organization',
  '/studio/network-discovery': 'Leads to',
  '/studio/organization/details': 'Title of the new field',
  '/studio/words': 'Words of the console',
  '/studio/words?language=pl-pl': 'Texts in Polish',
  '/workbench': 'No runs yet',
  '/workbench/changes/organization': 'No changes were tried yet',
  '/workbench/sessions/organization': 'No sessions yet',
  '/profile': 'Profile',
  '/nowhere': 'Not found',
};

/** Whether the state shows a standard screen, which has no document of its own. */
function isStandard(flow: string, state: string): boolean {
  const { screen } = standingOf(flow, state);
  return !existsSync(new URL(`../../schemas/${flow}/${screen}.json`, import.meta.url));
}

describe('axe finds nothing serious', () => {
  it.each(Object.entries(pages))('on %s', async (route, heading) => {
    await page.goto(`${product.url}/#${route}`);
    await page.getByRole('main').getByText(heading, { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const scheme of looks) {
      await paint(scheme);
      expect(await seriousOn(page, 'html', rulesIn(scheme)), `${route}, ${scheme}`).toEqual([]);
    }
  });

  const states = allFlows.flatMap((flow) => seenStates(flow).map((state) => ({ flow: flow.id, state })));
  // Standard screens differ only in their words: one flow shows them for all.
  const own = states.filter(({ flow, state }) => isFull || flow === 'organization' || !isStandard(flow, state));
  const drawn = new Set<string>();
  const looksOf = own.flatMap(({ flow, state }) => {
    const parts = drawnIn(flow, state);
    const isNew = parts.some((part) => !drawn.has(part));
    // What another state shows as well was looked at there; all are in `npm run test:full`.
    if (!isFull && !isNew) return [];
    for (const part of parts) drawn.add(part);
    return [{ flow, state }];
  });

  it('looks at every kind of state and every widget', () => {
    expect(new Set(looksOf.flatMap(({ flow, state }) => drawnIn(flow, state)))).toEqual(drawn);
    expect(looksOf.length).toBeGreaterThan(40);
  });

  it.each(looksOf)('in $state of $flow', async ({ flow, state }) => {
    if (!page.url().endsWith('/gallery') && !page.url().includes('/gallery?'))
      await page.goto(`${product.url}/#/gallery`);
    const list = page.getByRole('region', { name: flow, exact: true });
    const entry = new RegExp(`^${state.replace('.', '\\.')}(\\s*edit)?$`);
    const button = list.getByRole('button').filter({ hasText: entry }).first();
    await button.click();
    await list.locator('[aria-current="true"]').filter({ hasText: entry }).waitFor();
    await headingOf(page).waitFor();
    for (const scheme of looks) {
      await paint(scheme);
      const found = await seriousOn(page, '[data-presentation][data-kind]', rulesIn(scheme));
      expect(found, `${flow} ${state}, ${scheme}`).toEqual([]);
    }
  });
});

/** Presses Tab until the element in focus has this name, as a person who knows what to look for. */
async function tabTo(name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const said = await page.evaluate(() => {
      const element = document.activeElement as (HTMLElement & { labels?: NodeListOf<HTMLLabelElement> }) | null;
      const labels = [...(element?.labels ?? [])].map((label) => label.innerText).join(' ');
      const by = element?.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const named = by.map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
      return [element?.getAttribute('aria-label'), labels, named, element?.innerText].filter(Boolean).join(' ');
    });
    if (name.test(said)) return;
  }
  throw new Error(`Tab never came to ${String(name)}`);
}

async function expectHeadingFocused(heading: string): Promise<void> {
  await standsAt(page, heading);
  await expect.poll(() => headingOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
}

describe('by keyboard alone', () => {
  it('an organization is added, and each step begins at its heading', async () => {
    await page.goto(`${product.url}/#/editor/customer`);
    await standsAt(page, 'Details');
    await stepOf(page).locator('input:focus').waitFor();
    await page.keyboard.type('By keyboard');
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Locations');
    await tabTo(/Address/);
    await page.keyboard.type('1 Harbour Street');
    await tabTo(/^Next/);
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Confirm');
    await tabTo(/^Back/);
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Locations');
    await tabTo(/^Next/);
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Confirm');
    await tabTo(/^Change/);
    await tabTo(/^Save/);
    await page.keyboard.press('Enter');
    await isTold(page, 'is added.');
    await tabTo(/^Add its first monitor/);
  });

  it('a cloud monitor with a condition is added', async () => {
    await page.goto(`${product.url}/#/editor/cloudMonitor`);
    await standsAt(page, 'Setup');
    await tabTo(/Monitor name/);
    await page.keyboard.type('Keyboard monitor');
    await tabTo(/Organization/);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Northwind' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(/Location/);
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'Main office' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(/Server \(hostname or IP\)/);
    await page.keyboard.type('127.0.0.1');
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Conditions');
    await tabTo(/Add a condition/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a condition' }).waitFor();
    await tabTo(/Condition name/);
    await page.keyboard.type('It is down');
    await tabTo(/^Add$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await stepOf(page).getByText('It is down').waitFor();
    await tabTo(/^Next/);
    await page.keyboard.press('Enter');
    await expectHeadingFocused('Confirm');
    await tabTo(/^Save/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Keyboard monitor' }).waitFor();
  });
});
