// `npm test`: on a machine with Node and npm alone it installs, finds or installs a browser, builds, and runs everything:
// the checks, every test, and twenty rounds of the fault run. Words after `--` go to vitest and run only what they name.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled } from './prepare.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const only = process.argv.slice(2);
const bin = (name) => join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options });

await ensureInstalled();
const { findBrowser } = await import('./browser.mjs');
const browser = await findBrowser({ shell: true });
if (!browser) process.exit(1);
process.env.CHROMIUM_PATH = browser;
await ensureBuilt();

let passed = 0;
let failed = 0;
const skipped = [];
function count(name, ok) {
  if (ok) passed += 1;
  else failed += 1;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
}

function vitest() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-report-'));
  const file = join(folder, 'report.json');
  try {
    const ended = run(bin('vitest'), [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...only,
    ]);
    const report = JSON.parse(readFileSync(file, 'utf8'));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    // A file that cannot even be loaded has no failed test to count.
    if (ended.status !== 0 && report.numFailedTests === 0) failed += 1;
    for (const suite of report.testResults) {
      for (const test of suite.assertionResults)
        if (test.status === 'pending' || test.status === 'skipped' || test.status === 'todo')
          skipped.push(test.fullName);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (only.length === 0) count('npm run check', run(process.execPath, ['scripts/check.mjs']).status === 0);
vitest();
if (only.length === 0) {
  const faults = run(bin('tsx'), ['tests/faults/main.ts', '--rounds', '20', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  console.log(faults.stdout.trim());
  count('npm run faults, 20 rounds', faults.status === 0);
}

if (skipped.length > 0) console.log(`\nSkipped here:\n${skipped.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
