// scale.step and scale.keystroke: a flow of 100 steps, 4,000 fields and 3,500 rules, all answered, from a
// production build in Chromium. A step change is from the click on Next or Back to the focused heading; a keystroke is the script, style and
// layout time from one key to the next, with the draft that is kept.
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import type { Plugin } from 'vite';
import { screenModule } from '#engine/compile/screen-module.ts';
import { browserFlags, findBrowser } from '../../scripts/browser.mjs';
import { percentile, rounded, type Bench } from './bench.ts';
import { stepDocument, STEPS } from './scale/document.ts';
import { servePage, spent } from './served-page.ts';
import { changeStep } from './step-change.ts';

const WORD = 'northwind';
const BETWEEN_KEYS = 60;
/** Longer than every debounce delay, so that the figures include debounced work. */
const PAUSE = 900;
/** Steps that are typed in. */
const TYPED = 5;

function scaleScreens(): Plugin {
  const [all, one] = ['virtual:scale-screens', 'virtual:scale-screen-'];
  const names = Array.from({ length: STEPS }, (_, index) => `step-${index + 1}`);
  return {
    name: 'scale-screens',
    enforce: 'pre',
    resolveId: (source) => (source === all || source.startsWith(one) ? `\0${source}.js` : null),
    load(id) {
      if (id === `\0${all}.js`) {
        const imports = [...names, 'confirm'].map((name, index) => `import s${index} from '${one}${name}';`);
        const held = [...names, 'confirm'].map((name, index) => `${JSON.stringify(name)}: s${index}`);
        return { code: `${imports.join('\n')}\nexport default { ${held.join(', ')} };`, map: null };
      }
      if (!id.startsWith(`\0${one}`)) return null;
      const name = id.slice(one.length + 1, -'.js'.length);
      const document =
        name === 'confirm' ? { title: 'Confirm', kind: 'summary' as const } : stepDocument(Number(name.slice(5)));
      return { code: screenModule('scale', name, document), map: null };
    },
  };
}

/** From the first step to the last and back again. */
async function changeSteps(page: Page): Promise<number[]> {
  const samples: number[] = [];
  for (const button of ['Next', 'Back'])
    for (let step = 1; step < STEPS; step += 1) samples.push(await changeStep(page, button));
  return samples;
}

async function typeInSteps(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const samples: number[] = [];
  for (let round = 0; round <= TYPED; round += 1) {
    const field = page.getByLabel('Text 4', { exact: false }).first();
    await field.click();
    await page.waitForTimeout(PAUSE);
    for (const [index, letter] of [...WORD].entries()) {
      const before = await spent(session);
      await page.keyboard.press(letter);
      await page.waitForTimeout(index === WORD.length - 1 ? PAUSE : BETWEEN_KEYS);
      // The first step warms up the code.
      if (round > 0) samples.push((await spent(session)) - before);
    }
    if (!(await field.inputValue()).includes(WORD)) throw new Error('the field did not take what was typed');
    await changeStep(page, 'Next');
  }
  return samples;
}

export const bench: Bench = {
  names: ['scale.step', 'scale.keystroke'],
  async run() {
    const executablePath = await findBrowser();
    if (!executablePath) throw new Error('no browser');
    const served = await servePage(fileURLToPath(new URL('./scale', import.meta.url)), [scaleScreens()]);
    const browser = await chromium.launch({ executablePath, args: browserFlags });
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.goto(served.url);
      await page.getByRole('heading', { name: 'Step 1', exact: true }).waitFor();
      const step = rounded(percentile(await changeSteps(page), 0.95), 1);
      const key = rounded(percentile(await typeInSteps(page), 0.95), 1);
      return [
        { name: 'scale.step', value: step, unit: 'ms', goal: 'p95 <= 100 ms', holds: step <= 100 },
        { name: 'scale.keystroke', value: key, unit: 'ms', goal: 'p95 <= 32 ms', holds: key <= 32 },
      ];
    } finally {
      await browser.close();
      await served.close();
    }
  },
};
