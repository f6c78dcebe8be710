// A technician adds a backup job on the page of a computer, whose agent tests the destination, and sees it applied.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const folder = mkdtempSync(join(tmpdir(), 'cairn-backups-'));

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  ({ cookie } = await setUpByApi(product));
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  const agent = startAgent(product.url, { token: String(token), until: 'file' });
  const nodeId = await agent.nodeId();
  kept = join(agent.dataDirectory, 'desired-state', 'backup-jobs.json');
  page = await openPage(await newContext(browser, product, cookie), product, `/deviceDashboard/${nodeId}/overview`);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const dialog = (name: string) => page.getByRole('dialog', { name });
const card = () => page.getByRole('region', { name: /^Backup jobs/ });
const jobs = () => JSON.parse(readFileSync(kept, 'utf8')) as { document: { jobs: { volumes: string[] }[] } };

it(
  'adds a job, tests its destination, and tells when the agent applied it (F06-01, F06-02, F06-03)',
  { timeout: 180_000 },
  async () => {
    await card()
      .getByText('No backup jobs')
      .waitFor({ timeout: 2 * PATIENCE });
    // Cards above it grow while their data arrives.
    await page.waitForLoadState('networkidle');
    await card().getByRole('button', { name: 'Add backup job' }).click();
    const form = dialog('New backup job');
    await form.getByRole('textbox', { name: 'Job name' }).fill('Nightly');
    const volumes = form.getByRole('textbox', { name: 'Volumes' });
    await volumes.fill('/');
    await volumes.press('Enter');
    await form.getByRole('textbox', { name: 'Path' }).fill(join(folder, 'missing'));
    expect(await seriousOn(page)).toEqual([]);
    await expectKept(page, product, cookie, 'backup-job', 'editing.basic', 'missing');
    await page.reload();
    await card().getByRole('button', { name: 'Add backup job' }).click();
    await form.getByRole('button', { name: 'Resume' }).click();
    expect(await form.getByRole('textbox', { name: 'Job name' }).inputValue()).toBe('Nightly');
    await form.getByRole('button', { name: 'Next', exact: true }).click();
    await form.getByText('does not exist on this computer').waitFor({ timeout: 2 * PATIENCE });
    await form.getByRole('button', { name: 'Back' }).click();
    await form.getByRole('textbox', { name: 'Path' }).fill(folder);
    await form.getByRole('button', { name: 'Next', exact: true }).click();
    await form.getByText('Incremental backup per day: 11').waitFor({ timeout: 2 * PATIENCE });
    expect(await form.getByRole('list', { name: 'Next runs' }).getByRole('listitem').count()).toBe(10);
    expect(await seriousOn(page)).toEqual([]);
    await form.getByRole('button', { name: 'Next', exact: true }).click();
    await form.getByRole('button', { name: 'Done', exact: true }).click();
    await card()
      .getByText('The agent applied version 1')
      .waitFor({ timeout: 2 * PATIENCE });
    expect(jobs().document.jobs).toMatchObject([{ jobName: 'Nightly', volumes: ['/'] }]);
    expect(await seriousOn(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

it('shows why the agent refused a change', { timeout: 120_000 }, async () => {
  await card().getByRole('button', { name: 'Actions of Nightly' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = dialog('Edit backup job');
  // F06-06
  expect(await form.getByRole('textbox', { name: 'Job name' }).isEditable()).toBe(false);
  const volumes = form.getByRole('textbox', { name: 'Volumes' });
  await volumes.fill('/no-such-volume');
  await volumes.press('Enter');
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await form.getByText('Next runs').waitFor({ timeout: 2 * PATIENCE });
  await form.getByRole('button', { name: 'Next', exact: true }).click();
  await form.getByRole('button', { name: 'Done', exact: true }).click();
  await card()
    .getByText('This computer has no volume /no-such-volume')
    .waitFor({ timeout: 2 * PATIENCE });
  expect(jobs().document.jobs[0]?.volumes).toEqual(['/']);
});
