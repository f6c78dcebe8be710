// The dashboard of a monitor, what is done to several, and the public status page: in a real browser, against a real history.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi } from '../product/person.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage } from './browser.ts';
import { monitorStage, type MonitorStage } from './monitor-stage.ts';

let stage: MonitorStage;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [stage, browser] = await Promise.all([monitorStage(), openBrowser()]);
  context = await newContext(browser, stage.product, stage.admin);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await stage?.dispose();
});

const search = (page: Page) => new URLSearchParams(new URL(page.url()).hash.split('?')[1]);
const responsePlot = (page: Page) => page.getByRole('img', { name: /^Response time/ });

/** How many pixels of the line stand between two shares of the plot's width. */
function lineBetween(page: Page, from: number, to: number): Promise<number> {
  return responsePlot(page).evaluate(
    (place, [begin, end]) => {
      const canvas = place.querySelector('canvas');
      const over = place.querySelector<HTMLElement>('.u-over');
      const drawn = canvas?.getContext('2d');
      if (!canvas || !drawn || !over) throw new Error('there is no plot');
      const scale = canvas.width / canvas.clientWidth;
      const [left, width] = [over.offsetLeft * scale, over.offsetWidth * scale];
      const { data } = drawn.getImageData(
        left + begin * width,
        over.offsetTop * scale,
        (end - begin) * width,
        over.offsetHeight * scale,
      );
      let found = 0;
      // Teal: much more green than red.
      for (let at = 0; at < data.length; at += 4)
        if ((data[at + 3] ?? 0) > 200 && (data[at + 1] ?? 0) - (data[at] ?? 0) > 60) found += 1;
      return found;
    },
    [from, to] as const,
  );
}

/** The place on the response plot that shows what was so many minutes ago in a day. */
async function placeOf(page: Page, minutesAgo: number): Promise<{ x: number; y: number }> {
  // The page makes the plot again when the alerts arrive, and a plot that was just removed has no box.
  const box = await vi.waitUntil(() => responsePlot(page).locator('.u-over').boundingBox(), { timeout: 10_000 });
  return { x: box.x + box.width * (1 - minutesAgo / 1440), y: box.y + box.height / 2 };
}

describe('the dashboard of a monitor', () => {
  const route = (more = '') => `/cloudMonitorDashboard/${stage.monitors['Web shop']}${more}`;

  it('draws a day with its gap, tells of an alert at the crosshair, and passes axe in light and dark', async () => {
    const page = await openPage(context, stage.product, route('?range=day'));
    await responsePlot(page).waitFor();
    await expect.poll(() => lineBetween(page, 0, 0.4)).toBeGreaterThan(500);
    // Not checked from 600 to 480 minutes ago.
    expect(await lineBetween(page, 1 - 590 / 1440, 1 - 490 / 1440)).toBe(0);
    const alert = await placeOf(page, 194);
    await page.mouse.move(alert.x, alert.y);
    await page.getByText('Alert: Website is down').waitFor();
    await page.getByText('Lasted 12 min · No answer within 10 s.').waitFor();
    const gap = await placeOf(page, 540);
    await page.mouse.move(gap.x, gap.y);
    expect(await seriousOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousOn(page)).toEqual([]);
    await page.close();
  });

  it('zooms by dragging; the address keeps the range through a reload, and Back leads out', async () => {
    const page = await openPage(context, stage.product, route('?range=day'));
    await responsePlot(page).waitFor();
    const [from, to] = [await placeOf(page, 300), await placeOf(page, 180)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => search(page).get('from')).toMatch(/^\d{4}-/);
    const zoomed = page.url();
    const length = Date.parse(search(page).get('to') ?? '') - Date.parse(search(page).get('from') ?? '');
    expect(Math.abs(length / 60_000 - 120)).toBeLessThan(10);
    await page.reload();
    await page.getByLabel(/^From/).waitFor();
    expect(page.url()).toBe(zoomed);
    await page.goBack();
    await expect.poll(() => search(page).get('range')).toBe('day');
    await page.goForward();
    await page.getByRole('button', { name: 'Reset zoom' }).click();
    await expect.poll(() => search(page).has('from')).toBe(false);
    await page.close();
  });

  it('takes a custom range by keyboard alone and says at the field what is wrong', async () => {
    const page = await openPage(context, stage.product, route('?range=week'));
    await page.getByRole('radio', { name: 'Week' }).focus();
    // Month, then Custom.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByLabel(/^From/).focus();
    await page.keyboard.type('05022020');
    await page.keyboard.press('Enter');
    await expect.poll(() => search(page).get('from')).toMatch(/^2020-05-02T/);
    await page.getByLabel(/^To/).focus();
    await page.keyboard.type('01012019');
    await page.keyboard.press('Enter');
    await page.getByText('Must be at least 5 minutes later').waitFor();
    await page.close();
  });

  it('draws a month from what was rolled up, without a break, and shows when conditions were raised', async () => {
    const page = await openPage(context, stage.product, route('?range=month'));
    await responsePlot(page).waitFor();
    for (const part of [0, 0.2, 0.4, 0.6, 0.8])
      await expect.poll(() => lineBetween(page, part, part + 0.1)).toBeGreaterThan(20);
    await page.getByRole('button', { name: 'Raised once in 90 days' }).click();
    await page.getByText('No answer within 10 s.').first().waitFor();
    await page.close();
  });

  it('becomes down without a reload', async () => {
    const page = await openPage(context, stage.product, route());
    await page.getByText('The server answered 200 OK.').waitFor();
    stage.answerWith(500);
    const path = `/cloudmonitor/${stage.monitors['Web shop']}/enabled`;
    for (const enabled of [false, true]) await callByApi(stage.product, stage.admin, 'PATCH', path, { enabled });
    await page
      .getByText(/The server answered 500/)
      .first()
      .waitFor();
    stage.answerWith(200);
    for (const enabled of [false, true]) await callByApi(stage.product, stage.admin, 'PATCH', path, { enabled });
    await page.getByText('The server answered 200 OK.').waitFor();
    expect(await page.getByText('Down', { exact: true }).count()).toBe(1);
    await page.close();
  });

  it('leads to a copy that begins with its answers', async () => {
    const page = await openPage(context, stage.product, route());
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Monitor name' }).inputValue()).toBe('Copy of Web shop');
    await page.close();
  });
});

it('pauses every monitor that matches after asking, and undoes it', async () => {
  const page = await openPage(context, stage.product, '/cloudMonitors?type=HTTP');
  await page.getByRole('link', { name: 'Mail' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause 3 monitors' }).click();
  await page.getByText('3 monitors paused').waitFor();
  await expect.poll(() => page.getByRole('cell', { name: 'Paused' }).count()).toBe(3);
  expect(await seriousOn(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 monitors resumed').waitFor();
  await expect.poll(() => page.getByRole('cell', { name: 'Paused' }).count()).toBe(0);
  await page.close();
});

describe('a public status page', () => {
  const slug = 'our-services';
  let id: number;
  const body = (more: object = {}) => ({
    title: 'Status of our services',
    addressType: 'CHOSEN',
    slug,
    monitors: [
      { monitorId: stage.monitors['Web shop'], name: 'Web shop' },
      { monitorId: stage.monitors.Portal, name: 'Customer portal' },
    ],
    ...more,
  });

  beforeAll(async () => {
    const { statusPage } = await callByApi(stage.product, stage.admin, 'POST', '/statuspage', body());
    id = (statusPage as { id: number }).id;
  });

  it('shows a stranger how things stand, asks for no session, fits a phone, and passes axe in light and dark', async () => {
    const stranger = await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Berlin' });
    const page = await stranger.newPage();
    const asked: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${stage.product.url}/#/status/${slug}`);
    await page.getByRole('heading', { name: 'Status of our services' }).waitFor();
    await page.getByText('Some services are down').waitFor();
    await page.getByText('Outage').first().waitFor();
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([`/api/status/${slug}`]);
    // The console itself is not fetched.
    expect(asked.filter((path) => /\/(console|pages|steps|flow)-/.test(path))).toEqual([]);
    expect(errors).toEqual([]);
    expect(await stranger.cookies()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const text = await page.locator('body').innerText();
    for (const secret of ['127.0.0.1', 'Adventure', 'Website is down', '503']) expect(text).not.toContain(secret);
    await page.getByText('24 hours', { exact: true }).click();
    await page.getByRole('slider', { name: /Web shop/ }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await seriousOn(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousOn(page)).toEqual([]);
    await stranger.close();
  });

  it('changes by itself, and says in words that there is none once it was turned off', async () => {
    const stranger = await newContext(browser, stage.product);
    await stranger.clock.install();
    const page = await openPage(stranger, stage.product, `/status/${slug}`);
    await page.getByText('Some services are down').waitFor();
    const path = `/cloudmonitor/${stage.monitors.Portal}/enabled`;
    await callByApi(stage.product, stage.admin, 'PATCH', path, { enabled: false });
    // It asks every twenty seconds, and is told what was true at most fifteen before; only its own clock is put forward.
    const expectIn = async (what: Locator) => {
      const count = () => stranger.clock.fastForward('00:20').then(() => what.count());
      await expect.poll(count, { timeout: 60_000, interval: 1000 }).toBe(1);
    };
    await expectIn(page.getByText('Everything is up'));
    await callByApi(stage.product, stage.admin, 'PUT', `/statuspage/${id}`, body({ enabled: false }));
    await expectIn(page.getByRole('heading', { name: 'There is no status page here' }));
    expect(await page.getByText('Web shop').count()).toBe(0);
    const another = await newContext(browser, stage.product);
    const anew = await openPage(another, stage.product, `/status/${slug}`);
    await anew.getByRole('heading', { name: 'There is no status page here' }).waitFor();
    await Promise.all([stranger.close(), another.close()]);
  });
});
