import type { BrokenPath } from '#api/contract/studio.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { pathTestsOf } from '../paths/path-tests.ts';
import { askPathsNow, PathsBusy, PathsTooLong, type PathAnswers } from '../paths/path-thread.ts';
import { Refused } from '../refused.ts';
import type { JudgedText, ScreenPlace } from './screen-text.ts';
import {
  asksTheSame,
  findBrokenStored,
  MOST_TOLD,
  type JudgedStored,
  type Judging,
  type ReadRecords,
} from './stored.ts';
import { changedScreens } from './takers.ts';

export interface Judgement {
  problems: JudgedText['problems'];
  broken: BrokenPath[];
  stored: JudgedStored;
}

export function isSound({ problems, broken, stored }: Judgement): boolean {
  return problems.length + broken.length + stored.count === 0;
}

const noneStored = { count: 0, told: [] };

/**
 * What is wrong with a text, and if nothing is, every way through the flow that it would break, and everything stored that would no longer
 * open or save.
 * @throws Refused `screen_check_busy`, `screen_check_too_long`
 */
export async function judge(
  context: Judging,
  place: ScreenPlace,
  text: string,
  readRecords: ReadRecords,
): Promise<Judgement> {
  const { screens } = context.services;
  const { problems, documents } = await changedScreens(screens, place, text);
  if (problems.length > 0) return { problems, broken: [], stored: noneStored };
  const judged: Judgement = { problems, broken: [], stored: { count: 0, told: [] } };
  try {
    for (const [flow, changed] of documents) {
      const { broken, stored } = await judgeFlow(context, flow, changed, readRecords);
      judged.broken.push(...broken.map((one) => ({ ...one, flow })));
      judged.stored.count += stored.count;
      judged.stored.told = [...judged.stored.told, ...stored.told].slice(0, MOST_TOLD);
    }
    return judged;
  } catch (error) {
    if (error instanceof PathsBusy) throw new Refused('screen_check_busy', { retryAfter: 5, cause: error });
    throw error instanceof PathsTooLong ? new Refused('screen_check_too_long', { cause: error }) : error;
  }
}

async function judgeFlow(
  context: Judging,
  flow: string,
  changed: Readonly<Record<string, ScreenDocument>>,
  readRecords: ReadRecords,
): Promise<{ broken: PathAnswers['judge']; stored: JudgedStored }> {
  const { db, services, clientGone } = context;
  const { screens } = services;
  const inUse = screens.replaced(flow);
  const documents = { ...inUse, ...changed };
  const question = { kind: 'judge' as const, flow, documents, ...(await pathTestsOf(db, flow)) };
  const broken = await askPathsNow(question, clientGone);
  const isSame = Object.entries(changed).every(([screen, document]) =>
    asksTheSame(screens.get(flow, screen).document, document),
  );
  if (isSame) return { broken, stored: noneStored };
  const records = await readRecords(context, flow);
  return { broken, stored: await findBrokenStored(context, { flow, inUse, documents }, records) };
}
