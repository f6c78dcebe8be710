// Gzipped size of the scripts before the sign-in screen is usable: every script whose fetch began before the form appeared.
import { chromium } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { startProduct } from '../product/product.ts';
import { rounded, type Bench } from './bench.ts';

const budget = 160;

export const bench: Bench = {
  names: ['bundle.shell'],
  async run() {
    const executablePath = await findBrowser();
    if (!executablePath) throw new Error('no browser');
    const product = await startProduct();
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      const page = await browser.newPage();
      await page.addInitScript(() => {
        // Observe inside the page, because the driver sees the form later than a user does.
        new MutationObserver((_, observer) => {
          if (!document.querySelector('input[autocomplete=username]')) return;
          observer.disconnect();
          performance.mark('form');
        }).observe(document, { childList: true, subtree: true });
      });
      await page.goto(`${product.url}/#/sign-in`);
      await page.getByRole('textbox', { name: /email/i }).waitFor();
      // Requests in flight when the form appeared count as well; the browser lists them once they finish.
      await page.waitForLoadState('networkidle');
      const before = await page.evaluate(() => {
        const [form] = performance.getEntriesByName('form');
        if (!form) throw new Error('the form was not seen to come');
        const fetched = performance.getEntriesByType('resource').filter(({ startTime }) => startTime <= form.startTime);
        return fetched.map(({ name }) => name);
      });
      const scripts = await Promise.all(before.filter((url) => url.endsWith('.js')).map((url) => fetch(url)));
      const bodies = await Promise.all(scripts.map((script) => script.arrayBuffer()));
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
      if (bytes === 0) throw new Error('no script was seen');
      const value = rounded(bytes / 1000, 1);
      return [{ name: 'bundle.shell', value, unit: 'kB', goal: `<= ${budget} kB gzip`, holds: value <= budget }];
    } finally {
      await browser.close();
      await product.dispose();
    }
  },
};
