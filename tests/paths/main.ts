// `npm run --silent paths -- [--flow ID] [--tier machine|dom] [--criteria a,b] [--seed N] [--path ID] [--json] [--html DIR] [--junit FILE]`
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { criteria, type Criterion } from './criteria.ts';
import { htmlReport } from './html-report.ts';
import { jsonReport, junitReport } from './json-report.ts';
import { flowsWithCases, loadFlow } from './load.ts';
import { runFlow, type FlowReport } from './run-flow.ts';
import { coverageLines, stepLines } from './text-report.ts';

const { values } = parseArgs({
  options: {
    flow: { type: 'string', multiple: true },
    tier: { type: 'string', default: 'machine' },
    criteria: { type: 'string' },
    seed: { type: 'string', default: '1' },
    path: { type: 'string' },
    json: { type: 'boolean', default: false },
    html: { type: 'string' },
    junit: { type: 'string' },
  },
});

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<number> {
  if (values.tier === 'dom') return inSimulatedPage();
  if (values.tier !== 'machine') throw new Error(`There is no tier "${values.tier}" here. There are: machine, dom`);
  const seed = Number(values.seed);
  if (!Number.isInteger(seed)) throw new Error(`"${values.seed}" is no seed: a whole number`);
  const wanted = criteriaOf(values.criteria);
  const reports: FlowReport[] = [];
  for (const id of flowIds(values.flow)) {
    const report = await runFlow(await loadFlow(id), { criteria: wanted, seed, path: values.path });
    if (values.path !== undefined && report.paths.length === 0) continue;
    reports.push(report);
    if (values.json) continue;
    // One path covers little, and is not asked to cover more.
    if (values.path === undefined) console.log(coverageLines(report, wanted));
    if (values.path !== undefined) for (const path of report.paths) console.log(stepLines(path));
  }
  if (values.path !== undefined && reports.length === 0) {
    throw new Error(
      `No path "${values.path}" with this seed and these criteria. A path can also be spelled: "NEW: submit details example 1 > closed"`,
    );
  }
  if (values.json) console.log(JSON.stringify(jsonReport(reports, seed)));
  if (values.html !== undefined) writeReport(join(values.html, 'index.html'), htmlReport(reports, seed));
  if (values.junit !== undefined) writeReport(values.junit, junitReport(reports));
  return reports.some(({ failures, holes }) => failures.length + holes.length > 0) ? 1 : 0;
}

/** Screens need the compiler of the page, so this tier runs inside vitest and tells what vitest tells. */
function inSimulatedPage(): number {
  if (values.json || values.html !== undefined || values.junit !== undefined || values.criteria !== undefined)
    throw new Error('The tier dom takes --flow, --seed and --path; its reports are vitest’s.');
  const only = (values.flow ?? []).flatMap((id) => ['-t', `hold for ${id}`]);
  const env = {
    ...process.env,
    PATHS_SEED: values.seed,
    ...(values.path !== undefined && { PATHS_ONLY: values.path }),
  };
  const run = spawnSync('npx', ['--no-install', 'vitest', 'run', 'tests/paths/dom', ...only], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  });
  return run.status ?? 1;
}

function writeReport(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function flowIds(given: readonly string[] | undefined): string[] {
  const all = flowsWithCases();
  for (const id of given ?? [])
    if (!all.includes(id)) throw new Error(`No paths for a flow "${id}". There are: ${all.join(', ')}`);
  return given === undefined ? all : [...given];
}

function criteriaOf(given: string | undefined): Set<Criterion> {
  if (given === undefined) return new Set(criteria);
  const named = given.split(',').map((one) => one.trim());
  const known = named.filter((one): one is Criterion => (criteria as readonly string[]).includes(one));
  const unknown = named.filter((one) => !(criteria as readonly string[]).includes(one));
  if (unknown.length > 0)
    throw new Error(`No such criterion: ${unknown.join(', ')}. There are: ${criteria.join(', ')}`);
  return new Set(known);
}
