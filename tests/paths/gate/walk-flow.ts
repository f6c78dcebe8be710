// Walks the generated paths of a flow for a run of the Workbench, on its machine or in a simulated page.
import type { PathAnswers, WalkQuestion } from '#server/paths/path-thread.ts';
import { criteria } from '../criteria.ts';
import { junitSuite } from '../json-report.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import type { PathReport } from '../machine-tier.ts';
import { dataOf } from '../report/report-data.ts';
import { runFlow, type RunFlowOptions } from '../run-flow.ts';
import { withDocuments } from './judge-screens.ts';
import { sparingly, type TellProgress } from './tell-progress.ts';
import { strayAssertions, withAssertions } from './with-assertions.ts';

/** The flow with the documents in use and what testers have added to its case. */
export async function askedFlow({
  flow,
  documents,
  assertions,
  keptPaths,
}: Omit<WalkQuestion, 'kind' | 'criteria' | 'seed'>): Promise<LoadedFlow> {
  return withAssertions(withDocuments(await loadFlow(flow), documents), assertions, keptPaths);
}

export async function walkFlow(
  loaded: LoadedFlow,
  { criteria: asked, seed, assertions }: WalkQuestion,
  tell: TellProgress,
  tier: Partial<RunFlowOptions> = {},
): Promise<PathAnswers['walk']> {
  const wanted = new Set(criteria.filter((one) => asked.includes(one)));
  const report = await runFlow(loaded, { criteria: wanted, seed, onWalked: followed(tell), ...tier });
  report.holes.push(...strayAssertions(loaded, assertions));
  const at = new Date(performance.timeOrigin + performance.now()).toISOString();
  return { data: dataOf(report, seed, at), junit: junitSuite(report) };
}

/** The same, with the states that paths have reached so far. */
function followed(tell: TellProgress): (done: number, total: number, path: PathReport | undefined) => void {
  const told = sparingly(tell);
  const [reached, failed] = [new Set<string>(), new Set<string>()];
  return (done, total, path) => {
    const { steps = [] } = path ?? {};
    for (const { state } of steps) reached.add(state);
    const last = steps.at(-1);
    if (last !== undefined && last.wrong.length > 0) failed.add(last.state);
    told(done, total, { reached: [...reached], failed: [...failed], at: last?.state ?? '' });
  };
}
