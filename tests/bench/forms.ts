// forms.keystroke.40 and .100: cost of a keystroke in a form of 40 (100) fields and 30 conditional ones that are all visible,
// in Chromium, from a production build: our step screen compared with stock @rjsf/mantine with its state lifted to the parent.
// A sample is the script, style and layout time (CDP Performance.getMetrics) from one key to the next, so work
// after the frame counts too; the last key of each word also includes the debounced work after it (validation, notifying the machine).
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core';
import type { Plugin } from 'vite';
import { screenModule } from '#engine/compile/screen-module.ts';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { percentile, rounded, type Bench, type BenchResult } from './bench.ts';
import { benchDocument, typedFields } from './forms/document.ts';
import { servePage, spent } from './served-page.ts';

const SIZES = [40, 100] as const;
const BUDGET = 16;
const RATIO = 2;
const WORD = 'northwind';
const BETWEEN_KEYS = 60;
/** Longer than every debounce delay, so that the figures include debounced work. */
const PAUSE = 900;

function benchScreens(): Plugin {
  const prefix = 'virtual:bench-screen-';
  return {
    name: 'bench-screens',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}.js` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const fields = Number.parseInt(id.slice(prefix.length + 1), 10);
      return { code: screenModule('bench', `fields-${fields}`, benchDocument(fields)), map: null };
    },
  };
}

interface Side {
  page: Page;
  session: CDPSession;
  samples: number[];
}

async function openSide(browser: Browser, url: string, side: 'ours' | 'stock', fields: number): Promise<Side> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${url}/?side=${side}&fields=${fields}`);
  await page
    .getByLabel(/^Conditional 29/)
    .first()
    .waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return { page, session, samples: [] };
}

async function typeWord({ page, session, samples }: Side, label: string, counts: boolean): Promise<void> {
  await page.bringToFront();
  const field = page.getByLabel(label, { exact: false }).first();
  await field.click();
  await page.waitForTimeout(PAUSE);
  for (const [index, letter] of [...WORD].entries()) {
    const before = await spent(session);
    await page.keyboard.press(letter);
    await page.waitForTimeout(index === WORD.length - 1 ? PAUSE : BETWEEN_KEYS);
    const cost = (await spent(session)) - before;
    if (counts) samples.push(cost);
  }
  if ((await field.inputValue()) !== WORD) throw new Error(`"${label}" did not take what was typed`);
}

/** p95 of both sides. They alternate word by word, so that the machine's noise affects both. */
async function measure(browser: Browser, url: string, fields: number): Promise<{ ours: number; stock: number }> {
  const ours = await openSide(browser, url, 'ours', fields);
  const stock = await openSide(browser, url, 'stock', fields);
  for (const [round, label] of typedFields(fields).entries()) {
    // Discard the first word: it warms up the code.
    for (const side of [ours, stock]) await typeWord(side, label, round > 0);
  }
  await ours.page.close();
  await stock.page.close();
  return { ours: percentile(ours.samples, 0.95), stock: percentile(stock.samples, 0.95) };
}

/** Measures both sizes and both sides in one browser. */
export async function run(): Promise<BenchResult[]> {
  const executablePath = await findBrowser();
  if (!executablePath) throw new Error('no browser');
  const page = await servePage(fileURLToPath(new URL('./forms', import.meta.url)), [benchScreens()]);
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const results: BenchResult[] = [];
    for (const fields of SIZES) {
      const { ours: value, stock } = await measure(browser, page.url, fields);
      const ratio = rounded(stock / value, 1);
      results.push({
        name: `forms.keystroke.${fields}`,
        value: rounded(value, 2),
        unit: 'ms',
        goal: `<= ${BUDGET} ms and ratio >= ${RATIO}`,
        holds: value <= BUDGET && ratio >= RATIO,
        baseline: { name: 'stock @rjsf/mantine', value: rounded(stock, 2) },
        ratio,
      });
    }
    return results;
  } finally {
    await browser.close();
    await page.close();
  }
}

export const bench: Bench = { names: SIZES.map((fields) => `forms.keystroke.${fields}`), run };
