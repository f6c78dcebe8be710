// The thread that walks generated paths for the server: it is sent `PathQuestion`s, one after the other, and its messages are `PathMessage`s.
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { PathWalk } from '#api/contract/workbench.ts';
import type { PathMessage, PathQuestion } from '#server/paths/path-thread.ts';
import { onePage, type ReportParts } from '../report/one-file.ts';
import { dataOf } from '../report/report-data.ts';
import { criteria } from '../criteria.ts';
import { junitSuite } from '../json-report.ts';
import { loadFlow, takeBundled, type Bundled } from '../load.ts';
import type { PathReport } from '../machine-tier.ts';
import { runFlow } from '../run-flow.ts';
import { judgeScreens, withDocuments } from './judge-screens.ts';
import { judgeMutant, judgeMutants } from './mutants.ts';
import { brokenStored } from './open-stored.ts';
import { strayAssertions, withAssertions } from './with-assertions.ts';
import { playPath } from './play-path.ts';
import { traceSession } from './trace-session.ts';

/** Milliseconds between two messages of progress. */
const TOLD_EVERY = 200;

/** Runs in the thread. The program brings the machines, the cases and the parts of a report, since it stands alone in `dist`. */
export function runGate(bundled: Bundled, parts: ReportParts): void {
  takeBundled(bundled);
  // What it throws ends the thread, and whoever asked hears of it.
  parentPort?.on('message', async (question: PathQuestion) => {
    const answered = await answer(question, parts);
    tell({ kind: 'answer', answer: answered, heapBytes: getHeapStatistics().used_heap_size });
  });
}

async function answer(question: PathQuestion, parts: ReportParts): Promise<unknown> {
  if (question.kind === 'page') return onePage(question.reports, parts);
  const { flow, documents, assertions, keptPaths } = question;
  const loaded = withAssertions(withDocuments(await loadFlow(flow), documents), assertions, keptPaths);
  switch (question.kind) {
    case 'judge':
      return judgeScreens(loaded);
    case 'stored':
      return brokenStored(
        async () => withDocuments(await loadFlow(flow), documents),
        async () => withDocuments(await loadFlow(flow), question.inUse),
        question,
      );
    case 'play':
      return playPath(loaded, question.path, question.seed);
    case 'trace':
      return traceSession(loaded, question);
    case 'mutants':
      return judgeMutants(loaded, question.most, sparingly());
    case 'mutant':
      return (await judgeMutant(loaded, question.key)) ?? null;
    case 'walk': {
      const wanted = new Set(criteria.filter((one) => question.criteria.includes(one)));
      const report = await runFlow(loaded, { criteria: wanted, seed: question.seed, onWalked: followed() });
      report.holes.push(...strayAssertions(loaded, assertions));
      return { data: dataOf(report, question.seed, new Date().toISOString()), junit: junitSuite(report) };
    }
  }
}

/** Tells how far the work is, a few times a second. */
function sparingly(): (done: number, total: number, walk?: PathWalk) => void {
  let told = 0;
  return (done, total, walk) => {
    if (performance.now() - told < TOLD_EVERY && done < total) return;
    told = performance.now();
    tell({ kind: 'progress', done, total, ...(walk && { walk }) });
  };
}

/** The same, with the states that paths have reached so far. */
function followed(): (done: number, total: number, path: PathReport | undefined) => void {
  const told = sparingly();
  const [reached, failed] = [new Set<string>(), new Set<string>()];
  return (done, total, path) => {
    const { steps = [] } = path ?? {};
    for (const { state } of steps) reached.add(state);
    const last = steps.at(-1);
    if (last !== undefined && last.wrong.length > 0) failed.add(last.state);
    told(done, total, { reached: [...reached], failed: [...failed], at: last?.state ?? '' });
  };
}

function tell(message: PathMessage): void {
  parentPort?.postMessage(message, []);
}
