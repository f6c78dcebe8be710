// A product with a computer whose agent runs automations, and a person's page.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, openBrowser, openPage, PATIENCE } from './browser.ts';
import { press, type } from './form.ts';

export interface AutomationStage {
  product: Product;
  page: Page;
  cookie: string;
  /** The name of the computer. */
  device: string;
}

/** What stands there once the tests begin; `prepare` adds what they need before the page opens at `route`. */
export function automationStage(
  route: string,
  prepare: (product: Product, cookie: string) => Promise<unknown> = async () => undefined,
): () => AutomationStage {
  let stage: AutomationStage | undefined;
  let product: Product | undefined;
  let browser: Browser | undefined;

  beforeAll(async () => {
    await ensureBuilt({ say: () => undefined });
    const [started, opened] = await Promise.all([startProduct(), openBrowser()]);
    [product, browser] = [started, opened];
    const { cookie } = await setUpByApi(started);
    const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
    const { client } = await callByApi(started, cookie, 'POST', '/client', acme);
    const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
    const place = { clientId, locationId: Number(locations[0]?.id) };
    const { token } = await callByApi(started, cookie, 'POST', '/device/enrollment', place);
    const nodeId = await startAgent(started.url, { token: String(token), until: 'file' }).nodeId();
    const device = String((await callByApi(started, cookie, 'GET', `/device/${nodeId}`))['name']);
    await prepare(started, cookie);
    const page = await openPage(await newContext(opened, started, cookie), started, route);
    page.setDefaultTimeout(PATIENCE);
    stage = { product: started, page, cookie, device };
  }, 300_000);

  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  return () => {
    if (!stage) throw new Error('the stage is not up yet');
    return stage;
  };
}

/** Presses Run on the page of an automation, chooses the computer, and goes on to its inputs. */
export async function chooseDevice({ page, device }: AutomationStage): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Run script' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await dialog.getByLabel('Devices').click();
  await page.getByRole('option', { name: device }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
}

/** Runs the automation whose page is open with a parameter, and waits for its output. */
export async function runHere(stage: AutomationStage, name: string, output: string): Promise<void> {
  const { page, device } = stage;
  await chooseDevice(stage);
  await page.getByRole('dialog').getByText(`Runs “${name}” on ${device}.`).waitFor();
  await type(page, '/parameters', '--quiet');
  await press(page, 'Run');
  await page.getByText(output).waitFor();
}
