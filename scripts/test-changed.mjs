// `npm run test:changed`: the tests that a change can touch, in a minute or two. Changed is what differs from HEAD, or from the
// commit that is named: `npm run test:changed -- main`. No browser is started: `npm test` does that.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './prepare.mjs';
import { Tally } from './tally.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const base = process.argv[2] ?? 'HEAD';

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Flows whose machine, screens or cases changed. vitest does not see it: paths load them from files and not by an import. */
function flowsOf(files) {
  const named = files.flatMap((file) => /^(?:schemas|machines|screens|tests\/paths)\/([^/]+)\//.exec(file)?.[1] ?? []);
  return [...new Set(named)].filter((id) => existsSync(join('tests/paths', id, 'flow.ts'))).sort();
}

/** What every flow's paths are made of or walked by. */
const shared = /^(?:engine\/|src\/flow\/|screens\/[^/]+$|tests\/paths\/(?:[^/]+$|dom\/|generator\/))/;

await ensureInstalled();
const changed = [
  ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
];
const flows = flowsOf(changed);
const tally = new Tally();
if (changed.length === 0) console.log(`Nothing differs from ${base}.`);
else
  tally.vitest([
    ...['code', 'isolated', 'pages'].map((name) => `--project=${name}`),
    '--passWithNoTests',
    `--changed=${base}`,
  ]);
if (changed.some((file) => shared.test(file)) && flows.length === 0) {
  console.log('\nThe engine of all paths changed: two flows are walked; npm test walks all.');
  flows.push('organization', 'sign-in');
}
if (flows.length > 0) {
  console.log(`\nPaths of ${flows.join(', ')}, on the bare machine and in the simulated page:`);
  const wanted = `hold for (${flows.join('|')}) (by every criterion|at the bounds)`;
  tally.vitest(['--project', 'code', 'tests/paths/paths.test.ts', '-t', wanted], { narrowed: true });
  tally.vitest(['--project', 'paths', '-t', wanted], { narrowed: true });
}
tally.end();
