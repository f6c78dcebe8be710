import { survey } from './generator/survey.ts';
import { approve, readApproved } from './approved/approved-file.ts';
import { behaviourOf } from './approved/behaviour.ts';
import { differences } from './approved/differences.ts';
import { criteria, type Criterion } from './criteria.ts';
import { findInDom } from './find-in-dom.ts';
import { jsonReport, junitReport } from './json-report.ts';
import { flowsIn, loadFlow, type LoadedFlow } from './load.ts';
import { dataOf } from './report/report-data.ts';
import { runFlow, type FlowReport, type RunFlowOptions } from './run-flow.ts';
import { coverageLines, stepLines } from './text-report.ts';
import type { Command, Walked } from './walk-request.ts';

/** How the tier walks a flow, beside what every tier is told. */
export type TierOptions = (loaded: LoadedFlow) => Promise<Partial<RunFlowOptions>>;

/** Walks what is asked for. Throws at what is not there. */
export async function walkFlows(
  command: Command,
  optionsOf: TierOptions,
  say: (text: string) => void = () => undefined,
): Promise<Walked> {
  const { path, json, tier } = command;
  const lines: string[] = [];
  const tell = (text: string) => {
    lines.push(text);
    say(text);
  };
  const seed = Number(command.seed);
  if (!Number.isInteger(seed)) throw new Error(`"${command.seed}" is no seed: a whole number`);
  const wanted = criteriaOf(command.criteria);
  const reports: FlowReport[] = [];
  for (const id of await wantedFlows(command)) {
    const loaded = await loadFlow(id);
    const report = await runFlow(loaded, { criteria: wanted, seed, path, tier, ...(await optionsOf(loaded)) });
    if (path !== undefined && report.paths.length === 0) continue;
    reports.push(report);
    if (tier === 'browser') findInDom(report, command);
    if (json) continue;
    // One path covers little, and is not asked to cover more.
    if (path === undefined) tell(coverageLines(report, wanted));
    else {
      for (const walked of report.paths) tell(stepLines(walked));
      // What failed when the page was loaded again is in no step.
      const reloaded = report.failures.filter(({ steps }) => steps.at(-1) === '(load the page again)');
      for (const { problems } of reloaded) tell(`       WRONG ${problems.join('; ')}`);
    }
  }
  if (path !== undefined && reports.length === 0) {
    throw new Error(
      `No path "${path}" with this seed and these criteria. A path can also be spelled: "NEW: submit details example 1 > closed"`,
    );
  }
  if (json) tell(JSON.stringify(jsonReport(reports, seed)));
  // A tier may have stopped the clock.
  const at = new Date(performance.timeOrigin + performance.now()).toISOString();
  return {
    code: reports.some(({ failures, holes }) => failures.length + holes.length > 0) ? 1 : 0,
    text: lines.join('\n'),
    data: reports.map((report) => dataOf(report, seed, at)),
    junit: junitReport(reports),
  };
}

async function wantedFlows({ flow: given, tier }: Pick<Command, 'flow' | 'tier'>): Promise<string[]> {
  const all = await flowsIn(tier);
  for (const id of given ?? [])
    if (!all.includes(id)) throw new Error(`No paths for a flow "${id}". There are: ${all.join(', ')}`);
  return given === undefined ? all : [...given];
}

/** Writes what each flow does now as what is approved, and says what is new in it. */
export async function approveFlows(command: Pick<Command, 'flow'>, say: (text: string) => void): Promise<void> {
  for (const id of await wantedFlows({ ...command, tier: 'machine' })) {
    const loaded = await loadFlow(id);
    const found = behaviourOf(loaded, survey(loaded.material));
    const before = readApproved(id);
    approve(id, found);
    const changes = before === undefined ? ['approved for the first time'] : differences(before, found);
    say(
      [`${id}: ${changes.length === 0 ? 'as it was approved' : ''}`.trim(), ...changes.map((one) => `  ${one}`)].join(
        '\n',
      ),
    );
  }
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
