// A technician reads a directory and decides about its computers: a real agent signs in at an LDAP peer (F04).
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { startDirectory, type Directory } from '../peers/directory-peer.ts';
import { corp, directoryAdmin, directoryPassword } from '../peers/directory-tree.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage, PATIENCE } from './browser.ts';
import { choose, field, press, standsAt, stepOf, type } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

let product: Product;
let browser: Browser;
let cookie: string;
let directory: Directory;

beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  [product, browser, directory] = await Promise.all([startProduct(), openBrowser(), startDirectory()]);
  cookie = (await setUpByApi(product)).cookie;
  const acme = { name: 'Acme', locations: [{ name: 'Main office' }, { name: 'Warehouse' }] };
  const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
  const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
  for (const [name, password] of [
    ['Right', directoryPassword],
    ['Wrong', 'wrong'],
  ] as const)
    await callByApi(product, cookie, 'POST', '/credential', {
      clientId,
      name,
      credentialType: 'BASIC',
      username: directoryAdmin,
      password,
    });
  const place = { clientId, locationId: Number(locations[0]?.id) };
  const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
  const deploy = async () => ({ code: 'no_channel', message: '', hostKey: '' }) as const;
  const agent = startAgent(product.url, { token: String(token), directory: directory.url, deploy, until: 'file' });
  await agent.nodeId();
}, 300_000);

afterAll(async () => {
  await directory?.stop();
  await browser?.close();
  await product?.dispose();
});

async function openFlow(): Promise<Page> {
  const technician = await newTechnician(product, cookie);
  const context = await newContext(browser, product, technician.cookie);
  const page = await openPage(context, product, '/systemDashboard/overview');
  await page.getByRole('button', { name: english.shell.add, exact: true }).click();
  await page.getByRole('menuitem', { name: english.add.directory }).click();
  await standsAt(page, 'Domain controller and OU path');
  // The only organization is chosen already, and its only domain controller with it.
  const chosen = field(page, '/domainController').locator('input').first();
  await expect.poll(() => chosen.inputValue(), { timeout: PATIENCE }).not.toBe('');
  return page;
}

const button = (page: Page, name: string) => stepOf(page).getByRole('button', { name, exact: true });

it(
  'reads an OU, and decides which of its computers get the agent (F04-01, F04-02, F04-04, F04-17 … F04-19, F04-31 … F04-34)',
  { timeout: 180_000 },
  async () => {
    const page = await openFlow();
    await choose(page, '/directoryCredentialId', 'Wrong');
    await type(page, '/ouPath', `OU=Sales,${corp}`);
    expect(await button(page, 'Next').isDisabled()).toBe(true);
    await press(page, 'Read computers');
    await field(page, '/directoryCredentialId').getByText('Invalid credentials').waitFor();

    await choose(page, '/directoryCredentialId', 'Right');
    await type(page, '/ouPath', `OU=Nowhere,${corp}`);
    await press(page, 'Read computers');
    await field(page, '/ouPath').getByText('Invalid OU Path').waitFor();
    await type(page, '/ouPath', `OU=Empty,${corp}`);
    await press(page, 'Read computers');
    await field(page, '/ouPath').getByText('No computers were found in this OU.').waitFor();
    expect(await button(page, 'Next').isDisabled()).toBe(true);

    await button(page, 'Browse').click();
    const tree = page.getByRole('dialog', { name: 'Organizational units' });
    await tree.getByText(corp, { exact: true }).first().click();
    await tree.getByText('Sales', { exact: true }).click();
    await tree.getByText('2 computers').waitFor();
    await tree.getByRole('button', { name: `Use OU=Sales,${corp}` }).click();
    await press(page, 'Read computers');
    await stepOf(page).getByText('4 computers found.').waitFor();
    await press(page, 'Next');

    await standsAt(page, 'Credentials, status and location');
    const row = (name: string) => stepOf(page).getByRole('row').filter({ hasText: name });
    await row('SALES-PC1').getByRole('button', { name: 'Edit' }).click();
    const setter = page.getByRole('dialog').last();
    await setter.getByLabel('New status').click();
    await page.getByRole('option', { name: 'Approved' }).click();
    await setter.getByLabel('New location').click();
    await page.getByRole('option', { name: 'Warehouse' }).click();
    await setter.getByRole('button', { name: 'Save' }).click();
    await row('SALES-PC1').getByText('Warehouse').waitFor();
    await choose(page, '/credentialId', 'Wrong');
    expect(await button(page, 'Apply').isDisabled()).toBe(true);
    await press(page, 'Validate credential');
    await field(page, '/credentialId').getByText('Invalid credentials').waitFor();
    await choose(page, '/credentialId', 'Right');
    await press(page, 'Validate credential');
    await stepOf(page).getByText('Credentials are valid').waitFor();
    // What was decided is still there.
    await row('SALES-PC1').getByText('Warehouse').waitFor();
    await press(page, 'Apply');

    await standsAt(page, 'Changes applied');
    await stepOf(page).getByText('1 computer was approved.').waitFor();
    await press(page, 'Show the computers');
    await page.waitForURL(/#\/activeDirectory\?client=\d+$/);
    const listed = page.getByRole('row').filter({ hasText: 'SALES-PC1' });
    await listed.getByText('Could not be installed').waitFor();
    await listed.click();
    const dialog = page.getByRole('dialog', { name: 'SALES-PC1' });
    await dialog.getByText('Install the agent by a group policy at the next restart.').waitFor();
    await dialog.getByText('Rejected', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await listed.getByText('Rejected').waitFor();
  },
);

it(
  'saves a scheduled job under a name, lists it, runs it now, and lists its computers (F04-03, F04-05, F04-20, F04-22, F04-28)',
  { timeout: 180_000 },
  async () => {
    const page = await openFlow();
    const sales = `OU=Laptops,OU=Sales,${corp}`;
    const readScheduled = async () => {
      await stepOf(page).getByText('Scheduled', { exact: true }).click();
      await choose(page, '/directoryCredentialId', 'Right');
      await type(page, '/ouPath', sales);
      await press(page, 'Read computers');
    };
    await readScheduled();
    await stepOf(page).getByText('2 computers found.').waitFor();
    await press(page, 'Next');

    await standsAt(page, 'Credentials, deployment and schedule');
    await choose(page, '/credentialId', 'Right');
    await field(page, '/windowsWorkstationsApprovalMode').getByText('Mark as pending', { exact: true }).click();
    await choose(page, '/windowsWorkstationsLocation', 'Warehouse');
    await field(page, '/repeats').getByText('Weekly', { exact: true }).click();
    await press(page, 'Validate credential');
    await stepOf(page).getByText('Credentials are valid').waitFor();
    await press(page, 'Save');
    await standsAt(page, 'Name of the job');
    await type(page, '/name', 'Laptops every week');
    await press(page, 'Save');

    await page.getByText('The job Laptops every week is saved.').waitFor();
    await page.waitForURL(/#\/activeDirectory/);
    const job = page.getByRole('row').filter({ hasText: 'Laptops every week' });
    await job.getByText('Sunday at 02:00').waitFor();
    await job.getByRole('button', { name: 'Actions of Laptops every week' }).click();
    await page.getByRole('menuitem', { name: english.directoryJob.run, exact: true }).click();
    await job.getByText('2 computers found: 2 marked as pending.').waitFor({ timeout: 60_000 });
    const computer = page.getByRole('row').filter({ hasText: 'LAPTOP1' });
    await computer.getByText('Pending').waitFor();
    await computer.getByText('Warehouse').waitFor();

    // A second job of the same OU is refused in the form.
    await page.getByRole('button', { name: english.directory.discover }).first().click();
    await standsAt(page, 'Domain controller and OU path');
    await readScheduled();
    await field(page, '/ouPath').getByText('Cannot create multiple discovery jobs for the same OU Path.').waitFor();
  },
);
