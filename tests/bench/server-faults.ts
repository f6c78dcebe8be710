// server.faults: faults planted in the server's sources, and how many of them the tests notice: first the probes of every call, which share
// one server, then the server's own test files, those of its folder first. `CAIRN_BENCH_FAULTS=30` tries about thirty.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { walkTests } from '../contract/faults/walk-tests.ts';
import { rounded, type Bench } from './bench.ts';

interface Found {
  id: number;
  kind: string;
  place: string;
  code: string;
  /** How many probes reach it. */
  probes: number;
  noticed?: string;
}

const root = join(import.meta.dirname, '../..');

function walkProbes(): Found[] {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-faults-'));
  const file = join(folder, 'found.jsonl');
  try {
    const args = ['vitest', 'run', '--root', '.', '--config', 'tests/contract/faults/vitest.config.ts'];
    const run = spawnSync('npx', ['--no-install', ...args], {
      cwd: root,
      env: { ...process.env, SERVER_FAULTS_FILE: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (run.status !== 0) throw new Error('The probes fail without a fault: run tests/contract/access.test.ts');
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Found);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const bench: Bench = {
  names: ['server.faults'],
  async run() {
    const found = walkProbes();
    const silent = new Map(found.filter(({ noticed }) => noticed === undefined).map((fault) => [fault.id, fault]));
    const byProbes = found.length - silent.size;
    await walkTests(root, [...silent.values()], (id, noticed, files) => {
      const fault = silent.get(id);
      const what = `${fault?.kind}: ${fault?.place}: ${fault?.code}`;
      if (noticed === undefined) console.error(`not noticed: ${what} (${files} test files reach it)`);
      else {
        silent.delete(id);
        console.error(`noticed: ${what} (${noticed})`);
      }
    });
    const noticed = found.length - silent.size;
    const value = rounded(noticed / Math.max(1, found.length));
    const sampled = process.env['CAIRN_BENCH_FAULTS'] !== undefined;
    const goal = `>= 0.95 of at least 100 faults (${noticed} of ${found.length}: ${byProbes} by probes, ${noticed - byProbes} by tests)`;
    const holds = value >= 0.95 && (sampled || found.length >= 100);
    return [{ name: 'server.faults', value, unit: 'ratio', goal, holds }];
  },
};
