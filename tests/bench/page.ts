// page.first: from navigation to a sign-in form that accepts a keystroke, with a cold cache.
// step.change: from the click on Next to the focused heading of the next step, in the cloud-monitor wizard, both ways.
import { chromium } from 'playwright-core';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { setUpByApi, signInByCookie } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { percentile, rounded, type Bench } from './bench.ts';
import { changeStep } from './step-change.ts';

async function firstPage(browser: Awaited<ReturnType<typeof chromium.launch>>, product: Product): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const begun = performance.now();
  await page.goto(`${product.url}/#/sign-in`, { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: /email/i }).fill('a');
  const took = performance.now() - begun;
  await context.close();
  return took;
}

export const bench: Bench = {
  names: ['step.change', 'page.first'],
  async run() {
    const executablePath = await findBrowser();
    if (!executablePath) throw new Error('no browser');
    const product = await startProduct();
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      const first: number[] = [];
      for (let round = 0; round < 7; round++) first.push(await firstPage(browser, product));

      const { cookie } = await setUpByApi(product);
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      await signInByCookie(context, product, cookie);
      const page = await context.newPage();
      await page.goto(`${product.url}/#/editor/customer`);
      await page.getByLabel(/^name/i).first().fill('Northwind');
      const steps: number[] = [];
      for (let round = 0; round < 25; round++) {
        steps.push(await changeStep(page, 'Next'));
        steps.push(await changeStep(page, 'Back'));
      }
      const firstSeconds = rounded(percentile(first, 0.5) / 1000);
      const step = rounded(percentile(steps.slice(2), 0.95), 1);
      return [
        { name: 'step.change', value: step, unit: 'ms', goal: 'p95 <= 50 ms', holds: step <= 50 },
        { name: 'page.first', value: firstSeconds, unit: 's', goal: '<= 0.6 s', holds: firstSeconds <= 0.6 },
      ];
    } finally {
      await browser.close();
      await product.dispose();
    }
  },
};
