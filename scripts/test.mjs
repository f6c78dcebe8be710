// `npm test`: on a machine with Node and npm alone it installs, finds or installs a browser, builds, and runs the checks, every
// test file and a few rounds of the fault run. Words after `--` go to vitest and run only what they name.
// `npm run test:full` (`--full`) also runs what other tests of `npm test` cover in part: pairs of transitions, transitions from
// every class of context and lists of hundreds of rows in the simulated page, every outcome of each effect and a reload of every
// state in the browser, every way of leaving every state, twenty rounds.
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';
import { bin, run, Tally } from './tally.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const full = process.argv[2] === '--full';
const only = process.argv.slice(full ? 3 : 2);
const rounds = full ? '20' : '5';
if (full) process.env.CAIRN_TESTS = 'full';

await ensureInstalled();
const { findBrowser } = await import('./browser.mjs');
const browser = await findBrowser({ shell: true });
if (!browser) process.exit(1);
process.env.CHROMIUM_PATH = browser;
await ensureBuilt();

const tally = new Tally();
if (only.length === 0) tally.count('npm run check', run(process.execPath, ['scripts/check.mjs']).status === 0);
tally.vitest(only);
if (only.length === 0) {
  const faults = run(bin('tsx'), ['tests/faults/main.ts', '--rounds', rounds, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  console.log(faults.stdout.trim());
  tally.count(`npm run faults, ${rounds} rounds`, faults.status === 0);
}
tally.end();
