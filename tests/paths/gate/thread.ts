// The thread that walks generated paths for the server: it is sent `PathQuestion`s, one after the other, and its messages are `PathMessage`s.
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { PathWalk } from '#api/contract/workbench.ts';
import type { PathMessage, PathQuestion } from '#server/paths/path-thread.ts';
import { onePage, type ReportParts } from '../report/one-file.ts';
import { loadFlow, takeBundled, type Bundled } from '../load.ts';
import { judgeScreens, withDocuments } from './judge-screens.ts';
import { judgeMutant, judgeMutants } from './mutants.ts';
import { brokenStored } from './open-stored.ts';
import { playPath } from './play-path.ts';
import { sparingly } from './tell-progress.ts';
import { traceSession } from './trace-session.ts';
import { askedFlow, walkFlow } from './walk-flow.ts';

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
  const { flow, documents } = question;
  const loaded = await askedFlow(question);
  switch (question.kind) {
    case 'judge':
      return judgeScreens(loaded, tellProgress);
    case 'stored':
      return brokenStored(
        async () => withDocuments(await loadFlow(flow), documents),
        async () => withDocuments(await loadFlow(flow), question.inUse),
        question,
      );
    case 'play':
      return playPath(loaded, question);
    case 'trace':
      return traceSession(loaded, question);
    case 'mutants':
      return judgeMutants(loaded, question.most, sparingly(tellProgress));
    case 'mutant':
      return (await judgeMutant(loaded, question.key)) ?? null;
    case 'walk':
      return walkFlow(loaded, question, tellProgress);
  }
}

function tellProgress(done: number, total: number, walk?: PathWalk): void {
  tell({ kind: 'progress', done, total, ...(walk && { walk }) });
}

function tell(message: PathMessage): void {
  parentPort?.postMessage(message, []);
}
