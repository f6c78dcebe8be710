import type { PathAnswers } from '#server/paths/path-thread.ts';
import { screenOf } from '#engine/compile/library.ts';
import { takeCustomFields } from '#engine/document/custom-fields.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { criteria, type Criterion } from '../criteria.ts';
import { documentsOf, materialOf, type LoadedFlow } from '../load.ts';
import { roundBounds } from '../laws.ts';
import { runFlow, type FlowReport } from '../run-flow.ts';
import { rewordedCase } from './reworded.ts';
import { saidProblem } from './said-problem.ts';
import { sparingly, type TellProgress } from './tell-progress.ts';

/** Documents of a flow by screen. */
export type Documents = Readonly<Record<string, ScreenDocument>>;

/** Without pairs, which take long and find little more, and without the approved files, which record what developers decided. */
const asked: ReadonlySet<Criterion> = new Set(criteria.filter((one) => one !== 'pairs' && one !== 'approved'));

/** Walks every generated path of a flow with changed documents, and asks its laws. */
export async function judgeScreens(loaded: LoadedFlow, tell: TellProgress): Promise<PathAnswers['judge']> {
  const told = sparingly(tell);
  const onWalked = (done: number, total: number): void => told(done, total);
  const report = await runFlow(loaded, { criteria: asked, seed: 1, onWalked });
  return [
    ...brokenPaths(loaded, report),
    ...report.holes.map((hole) => ({ problems: [hole], steps: [], state: '', spelled: '' })),
  ];
}

/** The paths that fail, as the product says it. The law of round bounds is about what developers write. */
export function brokenPaths(loaded: LoadedFlow, { failures }: FlowReport): PathAnswers['judge'] {
  const broken = failures.filter(({ problems }) => !problems.every((one) => one.startsWith(`Law: ${roundBounds}: `)));
  const found = broken.map(({ problems, steps, state, spelled }) => ({
    problems: problems.map((problem) => saidProblem(loaded, state, problem)),
    steps,
    state,
    spelled,
  }));
  // Several paths may break at the same step.
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

/** A flow with documents in place of its own. */
export function withDocuments(loaded: LoadedFlow, documents: Documents): LoadedFlow {
  const { id } = loaded.flow;
  const screens = {
    ...loaded.screens,
    ...Object.fromEntries(
      Object.entries(documents).map(([screen, document]) => [screen, screenOf(id, screen, document)]),
    ),
  };
  const { flow } = loaded;
  const known = rewordedCase(
    { machine: flow.machine, known: loaded.known },
    documentsOf(loaded.screens),
    documentsOf(screens),
  );
  takeCustomFields(flow, documentsOf(screens));
  return { flow, screens, known, material: materialOf(flow, screens, known) };
}
