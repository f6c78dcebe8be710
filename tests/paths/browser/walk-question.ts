// A process that the server starts: walks a flow in a browser for a run of the Workbench. See server/paths/browser-walk.ts.
import type { PathAnswers, WalkQuestion } from '#server/paths/path-thread.ts';
import { answerWith, readQuestion, reportTo } from '../gate/question-files.ts';
import { askedFlow, walkFlow } from '../gate/walk-flow.ts';
import { inBrowser } from './browser-tier.ts';
import { Stage } from './stage.ts';

await answerWith(walk(readQuestion<WalkQuestion & { texts: Record<string, string> }>()));
// What a failed walk has left open keeps nobody waiting.
process.exit(0);

async function walk({
  texts,
  ...question
}: WalkQuestion & { texts: Record<string, string> }): Promise<PathAnswers['walk']> {
  const loaded = await askedFlow(question);
  const notWalked = loaded.known.notIn?.browser;
  if (notWalked !== undefined) {
    // Its report has no path, and says why.
    const { data, junit } = await walkFlow(
      loaded,
      { ...question, criteria: [] },
      reportTo(() => process.exit(1)),
    );
    return { data: { ...data, tier: 'browser', notWalked }, junit };
  }
  const stage = await Stage.begin(texts);
  const end = (): void => void stage.end().finally(() => process.exit(1));
  process.once('SIGTERM', end);
  try {
    return await walkFlow(loaded, question, reportTo(end), inBrowser(stage));
  } finally {
    await stage.end();
  }
}
