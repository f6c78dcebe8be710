// Inside vitest, which makes the simulated page: walks a flow for a run of the Workbench. See server/paths/simulated-page.ts.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { screenOf } from '#engine/compile/library.ts';
import type * as PublishedScreens from '#src/flow/published-screens.ts';
import type { PathAnswers, WalkQuestion } from '#server/paths/path-thread.ts';
import type { WalkNews, WalkSaid } from '#server/paths/simulated-page.ts';
import { askedFlow, walkFlow } from '../gate/walk-flow.ts';
import { eachOnce } from './each-once.ts';
import { inDom, raiseStage, strikeStage } from './stage.ts';

const { PATHS_QUESTION: folder = '', PATHS_FOR: server = '' } = process.env;

const inUse = vi.hoisted(() => ({ documents: {} as WalkQuestion['documents'] }));

/** A page imports published screens from its server, which a simulated page cannot: it gets the documents of the question. */
vi.mock('#src/flow/published-screens.ts', async (importOriginal) => {
  const original = await importOriginal<typeof PublishedScreens>();
  const withPublishedScreens: typeof original.withPublishedScreens = async (flow, manifest, screens) => {
    const own = Object.entries(inUse.documents).map(([id, document]) => [id, screenOf(flow, id, document)] as const);
    const all = { ...screens, ...Object.fromEntries(own) };
    original.listCustomFields(manifest, all);
    return { screens: all };
  };
  return { ...original, withPublishedScreens };
});

beforeAll(raiseStage);
afterAll(strikeStage);

it('walks what the Workbench asks for', { timeout: 7_200_000 }, async () => {
  const question = JSON.parse(readFileSync(join(folder, 'question.json'), 'utf8')) as WalkQuestion;
  const said = await walk(question).then(
    (answer): WalkSaid => ({ answer }),
    (error: unknown): WalkSaid => ({ threw: error instanceof Error ? error.message : String(error) }),
  );
  leave('said.json', said);
  expect(existsSync(join(folder, 'said.json'))).toBe(true);
});

async function walk(question: WalkQuestion): Promise<PathAnswers['walk']> {
  inUse.documents = question.documents;
  const loaded = await askedFlow(question);
  const notWalked = loaded.known.notIn?.dom;
  const { tier, open } = await inDom(loaded);
  if (notWalked === undefined) return walkFlow(loaded, question, tell, { tier, begin: eachOnce(open) });
  // Its report has no path, and says why.
  const { data, junit } = await walkFlow(loaded, { ...question, criteria: [] }, tell);
  return { data: { ...data, tier, notWalked }, junit };
}

function tell(done: number, total: number, reached: WalkNews['walk']): void {
  // A server that was killed has nobody else to stop this.
  if (!isAlive(Number(server))) process.exit(1);
  leave('progress.json', { done, total, ...(reached && { walk: reached }) } satisfies WalkNews);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** In one piece for whoever reads it meanwhile. */
function leave(name: string, content: unknown): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
