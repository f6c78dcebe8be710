import { criteria, type Criterion } from './criteria.ts';
import { failedAlike } from './failed-alike.ts';
import type { PathReport } from './machine-tier.ts';
import type { Failure, FlowReport, Tier } from './run-flow.ts';

const MOST = 10;

export function coverageLines(report: FlowReport, wanted: ReadonlySet<Criterion>): string {
  const { flow, tier, coverage, reach, classes, paths, steps, generated, ms, failures, holes } = report;
  const counts = criteria
    .filter((one) => wanted.has(one))
    .map((one) => {
      const { covered, total, infeasible } = coverage[one];
      return `  ${one.padEnd(12)} ${covered}/${total}${infeasible > 0 ? ` (${infeasible} cannot be)` : ''}`;
    });
  const failed = failedAlike(failures, (failure) => failure);
  const left = generated.suite.graph.leftOut.length;
  return [
    `${failures.length + holes.length === 0 ? 'ok    ' : 'FAILED'} ${flow} (${tier}): ${paths.length} paths, ${steps} steps, generated in ${generated.generationMs.toFixed(0)} ms, walked in ${ms.toFixed(0)} ms`,
    ...counts,
    ...(reach.classes || !wanted.has('transitions')
      ? []
      : [
          `  each transition once: with the classes of context told apart ${classes.covered} of ${classes.total} (--classes takes them all)`,
        ]),
    ...(left > 0 ? [`  ${left} classes of context lie beyond the bound and were not looked into`] : []),
    ...failed.slice(0, MOST).flatMap((alike) => failureLines(alike, tier)),
    ...(failed.length > MOST ? [`  and ${failed.slice(MOST).flat().length} more failures`] : []),
    ...holes.slice(0, MOST).map((hole) => `  HOLE nothing shows "${hole}" and nobody explains why`),
    ...(holes.length > MOST ? [`  and ${holes.length - MOST} more holes`] : []),
  ].join('\n');
}

function failureLines([first, ...others]: Failure[], tier: Tier): string[] {
  if (first === undefined) return [];
  const { state, problems, steps, reproduce, lowest } = first;
  return [
    `  FAILED${state === '' ? '' : ` in ${state}`}${lowest === tier ? '' : `, and in the tier ${lowest} already`}`,
    ...problems.map((problem) => `    ${problem}`),
    ...(steps.length === 0 ? [] : [`    by: ${steps.join(' > ')}`]),
    `    again: ${reproduce}`,
    ...(others.length > 0 ? [`    and ${others.length} more fail alike`] : []),
  ];
}

/** A path step by step, with what a person sees. */
export function stepLines({ path, steps }: PathReport): string {
  const lines = steps.flatMap(({ name, state, seen, wrong, ms }, index) => [
    `  ${String(index).padStart(3)}  ${name}`,
    `       ${state}${seen ? `: "${seen.heading}"${seen.busy ? ', working' : ''}, buttons ${seen.buttons.join(', ') || 'none'}` : ''} (${ms.toFixed(2)} ms)`,
    ...(seen?.errors ?? []).map(({ pointer, message }) => `       ${pointer} "${message}"`),
    ...wrong.map((problem) => `       WRONG ${problem}`),
  ]);
  return [path.id, ...lines].join('\n');
}
