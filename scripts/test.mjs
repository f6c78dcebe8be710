// `npm test`: on a machine with Node and npm alone it installs, finds or installs a browser, builds, and runs the checks and all
// tests but the slow ones. Words after `--` go to vitest and run only what they name.
// `npm run test:slow` (`--slow`) runs what that leaves out (`tests/slow-files.ts`) and a few rounds of the fault run. CI runs both.
// `npm run test:full` (`--full`) runs all of both, and what they cover in part: pairs of transitions, transitions from
// every class of context and lists of hundreds of rows in the simulated page, every outcome of each effect and a reload of every
// state in the browser, every way of leaving every state, twenty rounds.
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { bin, run, Tally } from './tally.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const mode = process.argv.slice(2, 3).find((word) => word === '--full' || word === '--slow');
const full = mode === '--full';
const slow = mode === '--slow';
const only = process.argv.slice(mode === undefined ? 2 : 3);
const rounds = full ? '20' : '5';
if (mode !== undefined) process.env.CAIRN_TESTS = mode.slice(2);
else if (only.length === 0) process.env.CAIRN_TESTS = 'quick';

await ensureInstalled();
const { findBrowser } = await import('./browser.mjs');
const browser = await findBrowser({ shell: true });
if (!browser) process.exit(1);
process.env.CHROMIUM_PATH = browser;
await ensureBuilt();

const tally = new Tally();
if (only.length === 0 && !slow) tally.count('npm run check', run(process.execPath, ['scripts/check.mjs']).status === 0);
tally.vitest(only);
if (only.length === 0 && (full || slow)) {
  const faults = run(bin('tsx'), ['tests/faults/main.ts', '--rounds', rounds, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  console.log(faults.stdout.trim());
  tally.count(`npm run faults, ${rounds} rounds`, faults.status === 0);
}
tally.end();
if (only.length === 0 && mode === undefined)
  console.log('npm run test:slow runs the slow tests, which npm test leaves out.');
