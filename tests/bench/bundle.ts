// Gzipped size of the scripts before the sign-in screen is usable: every script whose fetch began before the form appeared.
import { chromium } from 'playwright-core';
import { gzipSync } from 'node:zlib';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { scriptsBefore } from '../browser/scripts-before.ts';
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
      const before = await scriptsBefore(page, `${product.url}/#/sign-in`, 'input[autocomplete=username]');
      const scripts = await Promise.all(before.map((url) => fetch(url)));
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
