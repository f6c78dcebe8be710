import { criteria, type Criterion } from './criteria.ts';
import type { Failure, FlowReport, Tier } from './run-flow.ts';

export interface JsonCoverage {
  covered: number;
  total: number;
  /** Not coverable, each with its reason in the HTML report. */
  infeasible: number;
}

export interface JsonReport {
  tier: Tier;
  seed: number;
  flows: (Record<Criterion, JsonCoverage> & {
    flow: string;
    /** Transitions by the class of context that they were taken from: in the browser the bound is each transition once. */
    classes: { covered: number; total: number };
    paths: number;
    steps: number;
    lowerBound: number;
    generationMs: number;
    ms: number;
    /** The median of the steps, in milliseconds. */
    stepMs: number;
    failures: Failure[];
    holes: string[];
    /** Classes of context that the bound kept from being looked into. */
    leftOut: string[];
  })[];
}

export function jsonReport(reports: readonly FlowReport[], seed: number): JsonReport {
  return {
    tier: reports[0]?.tier ?? 'machine',
    seed,
    flows: reports.map(({ flow, coverage, classes, generated, paths, steps, lowerBound, ms, failures, holes }) => {
      const counts = criteria.map((one): [Criterion, JsonCoverage] => {
        const { covered, total, infeasible } = coverage[one];
        return [one, { covered, total, infeasible }];
      });
      return {
        flow,
        ...(Object.fromEntries(counts) as Record<Criterion, JsonCoverage>),
        classes,
        paths: paths.length,
        steps,
        lowerBound,
        generationMs: Math.round(generated.generationMs),
        ms: Math.round(ms),
        stepMs: medianStep(paths),
        failures,
        holes,
        leftOut: generated.suite.graph.leftOut,
      };
    }),
  };
}

function medianStep(paths: FlowReport['paths']): number {
  const times = paths.flatMap(({ steps }) => steps.slice(1).map(({ ms }) => ms)).sort((a, b) => a - b);
  return Number((times[times.length >> 1] ?? 0).toFixed(3));
}

/** For machines that read test results: a suite a flow, a case a path. */
export function junitReport(reports: readonly FlowReport[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${reports.map(junitSuite).join('\n')}\n</testsuites>\n`;
}

/** The suite of a flow, a case a path. */
export function junitSuite({ flow, tier, paths, failures, holes, ms }: FlowReport): string {
  const cases = paths.map(({ path, ms: took }) => {
    const failed = failures.find((one) => one.path === path.id);
    const inside = failed
      ? `<failure message="${escaped(failed.problems[0] ?? '')}">${escaped([...failed.problems, ...failed.steps, failed.reproduce].join('\n'))}</failure>`
      : '';
    return `    <testcase classname="paths.${tier}.${flow}" name="${path.id}" time="${(took / 1000).toFixed(4)}">${inside}</testcase>`;
  });
  const uncovered = holes.map(
    (hole) =>
      `    <testcase classname="paths.${tier}.${flow}" name="${escaped(hole)}"><failure message="nothing shows it and nobody explains why"/></testcase>`,
  );
  // What is asked of the flow as a whole has no path.
  const whole = failures.filter(({ path }) => path === '');
  const asked = whole.map(
    ({ problems, steps, reproduce }) =>
      `    <testcase classname="paths.${tier}.${flow}" name="${escaped(problems[0] ?? '')}"><failure message="${escaped(problems[0] ?? '')}">${escaped([...problems, ...steps, reproduce].join('\n'))}</failure></testcase>`,
  );
  const count = paths.length + holes.length + whole.length;
  return [
    `  <testsuite name="paths.${tier}.${flow}" tests="${count}" failures="${failures.length + holes.length}" time="${(ms / 1000).toFixed(3)}">`,
    ...cases,
    ...uncovered,
    ...asked,
    '  </testsuite>',
  ].join('\n');
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
