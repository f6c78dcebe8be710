// `npm run check`: types, lint, boundaries, dead code, format. Runs all of them and says which failed.
import { spawnSync } from 'node:child_process';

const checks = {
  types: ['tsc', '-p', '.'],
  lint: ['oxlint', '--deny-warnings'],
  boundaries: ['node', 'scripts/boundaries.mjs'],
  'dead code': ['knip'],
  format: ['prettier', '--check', '--log-level', 'warn', '.'],
};

const failed = [];
for (const [name, [command, ...rest]] of Object.entries(checks)) {
  const begun = performance.now();
  const run =
    command === 'node'
      ? spawnSync(process.execPath, rest, { stdio: 'inherit' })
      : spawnSync('npx', ['--no-install', command, ...rest], { stdio: 'inherit', shell: process.platform === 'win32' });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${run.status === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (run.status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`npm run check: ${failed.join(', ')} failed`);
  process.exitCode = 1;
}
