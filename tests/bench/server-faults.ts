// server.faults: plants faults in the server's sources and counts how many of them the tests detect: first the probes of every call, which share
// one server, then the server's test files that reach the fault, the likeliest first. A full run takes more than an hour;
// these variables shorten it:
// - `CAIRN_BENCH_FAULTS=30` tries about thirty, evenly sampled from all folders.
// - `CAIRN_BENCH_FAULTS_AT=server/drafts,server/http/gate.ts:20` tries faults at places with these prefixes.
// - `CAIRN_BENCH_FAULTS_FILE=found.jsonl` writes the results there. If the file exists, faults that it lists as detected
//   are skipped, and undetected ones are tried again, for example after new tests or an interrupted run.
// To try one fault with one test file, see `tests/contract/faults/tests.config.ts`.
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

/** Judges the faults that the file does not list as detected, and appends each result. */
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
