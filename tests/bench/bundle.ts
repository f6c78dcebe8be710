// Script that a browser must have before the sign-in screen is usable: every script it fetched by then, gzipped.
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
      const sizes: Promise<number>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script')
          sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
      });
      await page.goto(`${product.url}/#/sign-in`);
      await page.getByRole('textbox', { name: /email/i }).waitFor();
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      const value = rounded(bytes / 1000, 1);
      return [{ name: 'bundle.shell', value, unit: 'kB', goal: `<= ${budget} kB gzip`, holds: value <= budget }];
    } finally {
      await browser.close();
      await product.dispose();
    }
  },
};
