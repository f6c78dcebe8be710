// A technician adds a managed folder on the page of a computer, whose agent tests it, and sees what retention keeps and what was applied.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { seriousOn } from './axe.ts';
import { newContext, openBrowser, openPage, PATIENCE } from './browser.ts';
import { expectKept } from './standing.ts';

let product: Product;
let browser: Browser;
let page: Page;
let cookie: string;
let kept: string;
const complaints: string[] = [];
const parent = mkdtempSync(join(tmpdir(), 'cairn-images-'));
const folder = join(parent, 'images');

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  mkdirSync(folder);
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  ({ cookie } = await setUpByApi(product));
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  const agent = startAgent(product.url, { token: String(token), until: 'file' });
  const nodeId = await agent.nodeId();
  kept = join(agent.dataDirectory, 'desired-state', 'managed-folders.json');
  page = await openPage(await newContext(browser, product, cookie), product, `/deviceDashboard/${nodeId}/overview`);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  rmSync(parent, { recursive: true, force: true });
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const card = () => page.getByRole('region', { name: /^Managed folders/ });
const folders = () => JSON.parse(readFileSync(kept, 'utf8')) as { document: { folders: object[] } };
const press = (form: ReturnType<typeof dialog>, name: string) =>
  form.getByRole('button', { name, exact: true }).click();

it(
  'adds a folder in four steps, tests it, and tells when the agent applied it (F07-01, F07-02, F07-26, F07-27)',
  { timeout: 180_000 },
  async () => {
    await card()
      .getByText('No managed folders')
      .waitFor({ timeout: 2 * PATIENCE });
    // Cards above it grow while their data arrives.
    await page.waitForLoadState('networkidle');
    await card().getByRole('button', { name: 'Add managed folder' }).click();
    const form = dialog('New managed folder');
    const path = form.getByRole('textbox', { name: 'Path' });
    await path.fill(join(parent, 'missing'));
    await form.getByRole('radio', { name: 'Credentials of this folder' }).check();
    await form.getByRole('textbox', { name: 'Username' }).fill('backup');
    expect(await form.getByRole('button', { name: 'Back' }).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);
    await expectKept(page, product, cookie, 'managed-folder', 'editing.basic', 'missing');
    await page.reload();
    await card().getByRole('button', { name: 'Add managed folder' }).click();
    await press(form, 'Resume');
    expect(await form.getByRole('textbox', { name: 'Username' }).inputValue()).toBe('backup');
    await form.getByRole('radio', { name: 'Default credentials of the image manager' }).check();
    await press(form, 'Next');
    await form.getByText('does not exist on this computer').waitFor({ timeout: 2 * PATIENCE });
    await press(form, 'Back');
    await path.fill(folder);
    await press(form, 'Next');
    await form.getByRole('textbox', { name: 'Days to reverify image' }).waitFor({ timeout: 2 * PATIENCE });
    expect(await seriousOn(page)).toEqual([]);
    await press(form, 'Next');
    await form.getByText('The next weekly image is made').waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await press(form, 'Next');
    const table = form.getByRole('table', { name: 'What is kept' });
    await table.getByRole('row', { name: /One a month 12 months/ }).waitFor();
    expect(await form.getByRole('button', { name: 'Next', exact: true }).count()).toBe(0);
    expect(await seriousOn(page)).toEqual([]);
    await press(form, 'Done');
    await card()
      .getByText('The agent applied version 1')
      .waitFor({ timeout: 2 * PATIENCE });
    expect(folders().document.folders).toMatchObject([{ folderPath: folder, daysToRetainIntraDailyImages: 7 }]);
    expect(
      await card()
        .getByRole('list', { name: `What ${folder} keeps` })
        .getByRole('listitem')
        .count(),
    ).toBe(4);
    expect(await seriousOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

it(
  'changes a folder, whose path is locked, and tells why the agent refused it (F07-03, F07-25)',
  { timeout: 120_000 },
  async () => {
    rmSync(folder, { recursive: true });
    await card()
      .getByRole('button', { name: `Actions of ${folder}` })
      .click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const form = dialog('Edit managed folder');
    expect(await form.getByRole('textbox', { name: 'Path' }).isEditable()).toBe(false);
    expect(await form.getByRole('radio', { name: 'No password' }).isEnabled()).toBe(false);
    await form.getByRole('textbox', { name: 'Description' }).fill('Accounts');
    await press(form, 'Next');
    await press(form, 'Continue anyway');
    await press(form, 'Next');
    await press(form, 'Next');
    const days = form.getByRole('textbox', { name: 'Days to retain intra-daily images' });
    await days.fill('0');
    await press(form, 'Done');
    await form.getByText('Must be between 1 and 3650').first().waitFor();
    await days.fill('14');
    await form.getByRole('row', { name: /Every backup 14 days/ }).waitFor();
    await press(form, 'Done');
    await card()
      .getByText(`The managed folder ${folder} does not exist on this computer.`)
      .waitFor({ timeout: 2 * PATIENCE });
    expect(folders().document.folders).toMatchObject([{ daysToRetainIntraDailyImages: 7 }]);
  },
);

it('deletes a folder once that is confirmed', { timeout: 120_000 }, async () => {
  await card()
    .getByRole('button', { name: `Actions of ${folder}` })
    .click();
  await page.getByRole('menuitem', { name: 'Delete managed folder' }).click();
  await dialog(`Delete managed folder “${folder}”`).getByRole('button', { name: 'Delete managed folder' }).click();
  await card().getByText('No managed folders').waitFor();
  await card()
    .getByText('The agent applied version 3')
    .waitFor({ timeout: 2 * PATIENCE });
  expect(folders().document.folders).toEqual([]);
});
