// Inside vitest, which makes the simulated page: walks a flow for a run of the Workbench, or what a changed screen shows for the gate. See server/paths/walk-process.ts.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import type * as PublishedScreens from '#src/flow/published-screens.ts';
import type { PathAnswers, SimulatedQuestion, TouchedQuestion, WalkQuestion } from '#server/paths/path-thread.ts';
import { brokenPaths } from '../gate/judge-screens.ts';
import { answerWith, readQuestion, reportTo } from '../gate/question-files.ts';
import { sparingly } from '../gate/tell-progress.ts';
import { askedFlow, walkFlow } from '../gate/walk-flow.ts';
import type { Criterion } from '../criteria.ts';
import { runFlow, type FlowReport } from '../run-flow.ts';
import { eachOnce } from './each-once.ts';
import { inDom, raiseStage, strikeStage } from './stage.ts';

const tellServer = reportTo(() => process.exit(1));

const inUse = vi.hoisted(() => ({ documents: {} as WalkQuestion['documents'] }));

/** A page imports published screens from its server. A simulated page imports the same modules, made of the documents of the question. */
vi.mock('#src/flow/published-screens.ts', async (importOriginal) => {
  const original = await importOriginal<typeof PublishedScreens>();
  const withPublishedScreens: typeof original.withPublishedScreens = async (flow, manifest, screens) => {
    const own = Object.entries(inUse.documents).map(async ([id, document]) => {
      const code = Buffer.from(runTimeScreenModule(flow, id, document)).toString('base64');
      return [id, await original.makeScreen(`data:text/javascript;base64,${code}`)] as const;
    });
    const all = { ...screens, ...Object.fromEntries(await Promise.all(own)) };
    original.listCustomFields(manifest, all);
    return { screens: all };
  };
  return { ...original, withPublishedScreens };
});

beforeAll(raiseStage);
afterAll(strikeStage);

it('walks what the server asks for', { timeout: 7_200_000 }, async () => {
  const question = readQuestion<SimulatedQuestion>();
  await expect(answerWith(question.kind === 'walk' ? walk(question) : walkTouched(question))).resolves.toBeUndefined();
});

async function walk(question: WalkQuestion): Promise<PathAnswers['walk']> {
  inUse.documents = question.documents;
  const loaded = await askedFlow(question);
  const notWalked = loaded.known.notIn?.dom;
  const { tier, open } = await inDom(loaded);
  if (notWalked === undefined) return walkFlow(loaded, question, tellServer, { tier, begin: eachOnce(open) });
  // Its report has no path, and says why.
  const { data, junit } = await walkFlow(loaded, { ...question, criteria: [] }, tellServer);
  return { data: { ...data, tier, notWalked }, junit };
}

/** Without reloads and sneaks, which the change of a document does not reach. */
const touchedCriteria: ReadonlySet<Criterion> = new Set(['states', 'transitions', 'outcomes', 'boundaries']);

/** What breaks twice alike: a busy machine may break a path once. */
async function walkTouched(question: TouchedQuestion): Promise<PathAnswers['touched']> {
  inUse.documents = question.documents;
  const loaded = await askedFlow(question);
  if (loaded.known.notIn?.dom !== undefined) return [];
  const { tier, open } = await inDom(loaded);
  const begin = eachOnce(open, new Set(question.screens));
  const told = sparingly(tellServer);
  const onWalked = (done: number, total: number): void => told(done, total);
  const run = async (): Promise<FlowReport> =>
    runFlow(loaded, { criteria: touchedCriteria, seed: 1, tier, begin, onWalked });
  const first = brokenPaths(loaded, await run());
  if (first.length === 0) return [];
  const again = brokenPaths(loaded, await run());
  const key = ({ state, problems }: PathAnswers['touched'][number]) => `${state} ${problems[0] ?? ''}`;
  return first.filter((one) => again.some((other) => key(other) === key(one)));
}
