// page.first: from navigation to a sign-in form that accepts a keystroke, with a cold cache.
// step.change: from the click on Next to the focused heading of the next step, in the cloud-monitor wizard, both ways.
import { chromium, type Page } from 'playwright-core';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { setUpByApi, signInByCookie } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { percentile, rounded, type Bench } from './bench.ts';

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

/** Clicks inside the page, so that the driver's round trips do not count; waits for a frame after the focus. */
async function stepChange(page: Page, button: string): Promise<number> {
  return page.evaluate(async (name) => {
    const target = [...document.querySelectorAll('button')].find((candidate) => candidate.textContent?.trim() === name);
    if (!target) throw new Error(`no button ${name}`);
    const before = document.querySelector('h1')?.textContent;
    const begun = performance.now();
    target.click();
    for (;;) {
      const heading = document.querySelector('h1');
      if (heading && heading.textContent !== before && document.activeElement === heading)
        return performance.now() - begun;
      if (performance.now() - begun > 5000) throw new Error(`no focused heading 5 s after ${name}`);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }, button);
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
        steps.push(await stepChange(page, 'Next'));
        steps.push(await stepChange(page, 'Back'));
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
