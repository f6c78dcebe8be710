// Runs vitest and counts: tests by how they ended, the slowest files, and a file that does not load as a failure.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

export const bin = (name) => join('node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name);
export const run = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32', ...options });

export class Tally {
  passed = 0;
  failed = 0;
  skipped = [];
  files = [];
  /** What the paths of each flow cost in each tier (`tests/paths/budget.ts`). */
  costs = [];

  count(name, ok) {
    if (ok) this.passed += 1;
    else this.failed += 1;
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  }

  /** `narrowed`: the arguments choose tests by name, so that the others were not skipped but not asked for. */
  vitest(args, { narrowed = false } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-report-'));
    const file = join(folder, 'report.json');
    const costs = join(folder, 'costs.jsonl');
    try {
      const ended = run(
        bin('vitest'),
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
        { env: { ...process.env, CAIRN_BUDGETS: costs } },
      );
      if (existsSync(costs)) this.costs.push(...readFileSync(costs, 'utf8').trim().split('\n').map(JSON.parse));
      const report = JSON.parse(readFileSync(file, 'utf8'));
      this.passed += report.numPassedTests;
      this.failed += report.numFailedTests;
      // A file that cannot even be loaded has no failed test to count.
      if (ended.status !== 0 && report.numFailedTests === 0) this.failed += 1;
      for (const { name, startTime, endTime, assertionResults } of report.testResults) {
        this.files.push({ name: relative(process.cwd(), name), seconds: (endTime - startTime) / 1000 });
        if (narrowed) continue;
        for (const test of assertionResults)
          if (test.status === 'pending' || test.status === 'skipped' || test.status === 'todo')
            this.skipped.push(test.fullName);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Prints the summary, and fails the process where a test failed. */
  end() {
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10);
    if (slowest.length > 0) console.log('\nThe slowest files:');
    for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
    if (this.costs.length > 0) console.log(`\n${costTable(this.costs)}`);
    if (this.skipped.length > 0) console.log(`\nSkipped here:\n${this.skipped.map((name) => `  ${name}`).join('\n')}`);
    console.log(`\n${this.passed} passed, ${this.failed} failed, ${this.skipped.length} skipped`);
    process.exitCode = this.failed > 0 ? 1 : 0;
  }
}

const tiers = ['machine', 'dom', 'browser'];

/** A line for each flow with what its paths cost in each tier, the dearest first; `!` where that is over the budget. */
function costTable(costs) {
  const flows = new Map(costs.map(({ flow }) => [flow, costs.filter((one) => one.flow === flow)]));
  const cell = (all) => {
    if (all.length === 0) return '–'.padStart(10);
    const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
    const isOver = all.some((one) => one.isOver);
    return `${seconds.toFixed(1)} s${isOver ? '!' : ' '}`.padStart(10);
  };
  const rows = [...flows].map(([flow, all]) => ({
    total: all.reduce((sum, one) => sum + one.seconds, 0),
    line: tiers.map((tier) => cell(all.filter((one) => one.tier === tier))).join('') + `  ${flow}`,
  }));
  const head = `The paths of each flow:\n${tiers.map((tier) => `${tier} `.padStart(10)).join('')}`;
  return [head, ...rows.toSorted((a, b) => b.total - a.total).map(({ line }) => line)].join('\n');
}
