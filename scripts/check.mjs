// `npm run check`: types, lint, boundaries, dead code, format. Runs all of them, two at a time, and says which failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const node = process.execPath;
const npx = (command, ...rest) => ['npx', '--no-install', command, ...rest];
// The longest first, so that the two lanes end together.
const checks = [
  // TypeScript 7 is twice as fast; TypeScript 6 stays for the tools that need its API. Several checkers each work the shared types out
  // again: one took half of the processor time of four.
  ['types', [node, join('node_modules', 'typescript-native', 'bin', 'tsc'), '-p', '.', '--checkers', '1']],
  ['boundaries', [node, 'scripts/boundaries.mjs']],
  ['dead code', npx('knip')],
  ['lint', npx('oxlint', '--deny-warnings')],
  ['format', npx('oxfmt', '--check')],
];

/** Runs one check and prints what it said once it has ended, so that two do not mix. */
function runCheck([name, [command, ...rest]]) {
  const begun = performance.now();
  const run = spawn(command, rest, { shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  run.stdout.on('data', (chunk) => said.push(chunk));
  run.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve, reject) => {
    run.on('error', reject);
    run.on('close', (status) => {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(Buffer.concat(said));
      console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
      resolve(status === 0);
    });
  });
}

const failed = [];
const left = [...checks];
async function lane() {
  for (let check = left.shift(); check !== undefined; check = left.shift())
    if (!(await runCheck(check))) failed.push(check[0]);
}
await Promise.all([lane(), lane()]);
if (failed.length > 0) {
  console.error(`npm run check: ${failed.join(', ')} failed`);
  process.exitCode = 1;
}
