// server.faults: faults planted in the server's sources, and how many of them the tests notice: first the probes of every call, which share
// one server, then the server's own test files that reach the fault, the likely ones first. A whole walk takes an hour and more;
// these make it shorter:
// - `CAIRN_BENCH_FAULTS=30` tries about thirty, evenly from all folders.
// - `CAIRN_BENCH_FAULTS_AT=server/drafts,server/http/gate.ts:20` tries those whose place begins so.
// - `CAIRN_BENCH_FAULTS_FILE=found.jsonl` writes there what became of each fault. When the file is there already, what it says was
//   noticed is taken from it, and what was silent is walked again: after new tests, or a walk that was cut off.
// One fault and one test file by hand: see `tests/contract/faults/tests.config.ts`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chosenFaults, silentFaults } from '../contract/faults/chosen.ts';
import { appendResult, readResults } from '../contract/faults/results.ts';
import { walkTests } from '../contract/faults/walk-tests.ts';
import { rounded, type Bench } from './bench.ts';

const root = join(import.meta.dirname, '../..');

function walkProbes(file: string): void {
  const args = ['vitest', 'run', '--root', '.', '--config', 'tests/contract/faults/vitest.config.ts'];
  const run = spawnSync('npx', ['--no-install', ...args], {
    cwd: root,
    env: { ...process.env, SERVER_FAULTS_FILE: file },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) throw new Error('The probes fail without a fault: run tests/contract/access.test.ts');
}

/** Walks what the file has not seen noticed, and appends what becomes of each fault. */
async function walk(file: string): Promise<void> {
  if (silentFaults(root, file).length > 0) walkProbes(file);
  await walkTests(root, silentFaults(root, file), (fault, noticed, files) => {
    const what = `${fault.kind}: ${fault.place}: ${fault.code}`;
    if (noticed === undefined) console.error(`not noticed: ${what} (${files} test files reach it)`);
    else console.error(`noticed: ${what} (${noticed})`);
    appendResult(file, { ...fault, ...(noticed === undefined ? {} : { by: 'tests', noticed }) });
  });
}

export const bench: Bench = {
  names: ['server.faults'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-faults-'));
    const file = resolve(process.env['CAIRN_BENCH_FAULTS_FILE'] ?? join(folder, 'found.jsonl'));
    const faults = chosenFaults(root);
    const earlier = faults.length - silentFaults(root, file).length;
    try {
      await walk(file);
      const results = readResults(file);
      const by = (whom: string) => faults.filter(({ key }) => results.get(key)?.by === whom).length;
      const [probes, tests] = [by('probes'), by('tests')];
      const noticed = probes + tests;
      const value = rounded(noticed / Math.max(1, faults.length));
      const taken = earlier === 0 ? '' : `, ${earlier} of them in an earlier run`;
      const goal = `>= 0.95 of at least 100 faults (${noticed} of ${faults.length}: ${probes} by probes, ${tests} by tests${taken})`;
      const sampled = ['CAIRN_BENCH_FAULTS', 'CAIRN_BENCH_FAULTS_AT'].some((name) => process.env[name] !== undefined);
      const holds = value >= 0.95 && (sampled || faults.length >= 100);
      return [{ name: 'server.faults', value, unit: 'ratio', goal, holds }];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
