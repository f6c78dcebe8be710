// server.faults: faults planted in the server's sources, and how many of those that a probe reaches the access probes notice.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rounded, type Bench } from './bench.ts';

interface Found {
  kind: string;
  place: string;
  code: string;
  /** How many probes reach it. */
  probes: number;
  noticed?: string;
}

export const bench: Bench = {
  names: ['server.faults'],
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-faults-'));
    const file = join(folder, 'found.json');
    try {
      const args = ['vitest', 'run', '--root', '.', '--config', 'tests/contract/faults/vitest.config.ts'];
      const run = spawnSync('npx', ['--no-install', ...args], {
        env: { ...process.env, SERVER_FAULTS_FILE: file },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      if (run.status !== 0) throw new Error('The probes fail without a fault: run tests/contract/access.test.ts');
      const found = JSON.parse(readFileSync(file, 'utf8')) as Found[];
      const reached = found.filter(({ probes }) => probes > 0);
      const noticed = reached.filter((fault) => fault.noticed !== undefined);
      const silent = reached.filter((fault) => fault.noticed === undefined);
      console.error(silent.map(({ kind, place, code }) => `not noticed: ${kind}: ${place}: ${code}`).join('\n'));
      const value = rounded(noticed.length / Math.max(1, reached.length));
      return [
        {
          name: 'server.faults',
          value,
          unit: 'ratio',
          goal: `>= 0.95 of at least 100 faults (${noticed.length} of ${reached.length} that a probe reaches; ${found.length} planted)`,
          holds: value >= 0.95 && reached.length >= 100,
        },
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
