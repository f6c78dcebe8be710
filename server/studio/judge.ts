import { longestCheckSeconds, type BrokenPath } from '#api/contract/studio.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { pathTestsOf } from '../paths/path-tests.ts';
import { askPathsNow, PathsBusy, PathsTooLong, type PathAnswers } from '../paths/path-thread.ts';
import { Refused } from '../refused.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { readVariantName, variantName } from '#engine/document/variant.ts';
import { isVariant, libraryOf, organizationAnswer, type JudgedText, type ScreenPlace } from './screen-text.ts';
import {
  asksTheSame,
  findBrokenStored,
  MOST_TOLD,
  type JudgedStored,
  type Judging,
  type ReadRecords,
} from './stored.ts';
import { withProgress, type TellGate } from './gate-progress.ts';
import { brokenInPage, walksPage, type FlowChange } from './judge-page.ts';
import { changedScreens } from './takers.ts';
import { judgeTextApart } from './text-thread.ts';
import { organizationName } from './variants.ts';

export interface Judgement {
  problems: JudgedText['problems'];
  broken: BrokenPath[];
  stored: JudgedStored;
}

export function isSound({ problems, broken, stored }: Judgement): boolean {
  return problems.length + broken.length + stored.count === 0;
}

const noneStored = { count: 0, told: [] };
/** Most organizations with variants in one flow: a change of a screen that all organizations have is checked once more for each. */
export const MOST_ORGANIZATIONS = 50;
/** Ends before the page stops waiting. */
const LONGEST_MS = (longestCheckSeconds - 10) * 1000;

/**
 * What is wrong with a text, and if nothing is, every way through the flow that it would break, and everything stored that would no longer
 * open or save. With `inPage` what the changed screens show is walked in a simulated page at the end, unless the operator turned that off.
 * @throws Refused `screen_check_busy`, `screen_check_too_long`
 */
export async function judge(
  context: Judging,
  place: ScreenPlace,
  text: string,
  { readRecords, inPage = false }: { readRecords: ReadRecords; inPage?: boolean },
): Promise<Judgement> {
  const late = AbortSignal.timeout(LONGEST_MS);
  const bounded = { ...context, clientGone: AbortSignal.any([context.clientGone, late]) };
  return withProgress(bounded, place, async (tell) => {
    try {
      return await judged(bounded, place, text, { readRecords, inPage, tell });
    } catch (error) {
      throw late.aborted ? new Refused('screen_check_too_long', { cause: error }) : error;
    }
  });
}

interface How {
  readRecords: ReadRecords;
  inPage: boolean;
  tell: TellGate;
}

async function judged(
  context: Judging,
  place: ScreenPlace,
  text: string,
  { readRecords, inPage, tell }: How,
): Promise<Judgement> {
  const { screens } = context.services;
  const { problems, documents } = await changedScreens(screens, place, text);
  if (problems.length === 0) problems.push(...tooManyVariants(screens, place));
  if (problems.length === 0) problems.push(...(await problemsBesideVariants(context, place, text)));
  if (problems.length > 0) return { problems, broken: [], stored: noneStored };
  const found: Judgement = { problems, broken: [], stored: { count: 0, told: [] } };
  const changes = [...changesIn(screens, place, documents)];
  try {
    for (const change of changes) {
      const { broken, stored } = await judgeFlow(context, change, readRecords, tell);
      const { organizationId } = change;
      const name = organizationId === undefined ? undefined : await organizationName(context, organizationId);
      found.broken.push(
        ...broken.map((one) => ({ ...(name === undefined ? one : besideVariants(one, name)), flow: change.flow })),
      );
      found.stored.count += stored.count;
      found.stored.told = [...found.stored.told, ...stored.told].slice(0, MOST_TOLD);
    }
    // Among the variants of organizations the machine alone is asked.
    if (inPage && isSound(found) && walksPage(context))
      for (const change of changes.filter(({ organizationId }) => organizationId === undefined))
        found.broken.push(...(await brokenInPage(context, change, tell)));
    return found;
  } catch (error) {
    if (error instanceof PathsBusy) throw new Refused('screen_check_busy', { retryAfter: 5, cause: error });
    throw error instanceof PathsTooLong ? new Refused('screen_check_too_long', { cause: error }) : error;
  }
}

function tooManyVariants(screens: ScreenLibrary, { flow, screen }: ScreenPlace): JudgedText['problems'] {
  const { organizationId } = readVariantName(screen);
  const known = screens.organizationsWithVariants(flow);
  if (organizationId === undefined || known.includes(organizationId) || known.length < MOST_ORGANIZATIONS) return [];
  const message = `${MOST_ORGANIZATIONS} organizations have variants of the screens of this flow, which is the most; roll those of one back`;
  return [{ line: 1, column: 1, message }];
}

/** What is wrong with a text among the variants that organizations have of other screens of the flow: two screens ask a field by one name. */
async function problemsBesideVariants(
  context: Judging,
  place: ScreenPlace,
  text: string,
): Promise<JudgedText['problems']> {
  const { screens } = context.services;
  const found: JudgedText['problems'] = [];
  for (const id of organizationsBeside(screens, place)) {
    const { problems } = await judgeTextApart(screens.forOrganization(id), place, text);
    if (problems.length === 0) continue;
    const whose = await organizationName(context, id);
    found.push(...problems.map((one) => ({ ...one, message: `With the screens of ${whose}: ${one.message}` })));
  }
  return found;
}

/** Organizations that have variants of other screens of the flow, and none of this one. */
function organizationsBeside(screens: ScreenLibrary, place: ScreenPlace): number[] {
  if (isVariant(place)) return [];
  const published = screens.published(place.flow);
  return screens
    .organizationsWithVariants(place.flow)
    .filter((organizationId) => published[variantName({ screen: place.screen, organizationId })] === undefined);
}

/** Each flow with its changed screens, and again among the variants that an organization has of other screens of it. */
function* changesIn(
  screens: ScreenLibrary,
  place: ScreenPlace,
  documents: ReadonlyMap<string, Readonly<Record<string, ScreenDocument>>>,
): Generator<FlowChange, void, undefined> {
  const { organizationId } = readVariantName(place.screen);
  for (const [flow, changed] of documents) {
    const apart = isVariant(place) ? [] : screens.organizationsWithVariants(flow);
    const isFor = isVariant(place)
      ? (id: unknown) => id === organizationId
      : (id: unknown) => typeof id !== 'number' || !apart.includes(id);
    yield { flow, changed, library: libraryOf(screens, place), isFor };
    for (const id of apart) {
      const own = Object.entries(changed).filter(([screen]) =>
        organizationsBeside(screens, { flow, screen }).includes(id),
      );
      if (own.length > 0)
        yield {
          flow,
          changed: Object.fromEntries(own),
          library: screens.forOrganization(id),
          organizationId: id,
          isFor: (each) => each === id,
        };
    }
  }
}

/** Its path cannot be stepped through: that would show the screens of every organization. */
function besideVariants(one: PathAnswers['judge'][number], whose: string): PathAnswers['judge'][number] {
  return { ...one, spelled: '', problems: one.problems.map((problem) => `With the screens of ${whose}: ${problem}`) };
}

async function judgeFlow(
  context: Judging,
  { flow, changed, library, isFor }: FlowChange,
  readRecords: ReadRecords,
  tell: TellGate,
): Promise<{ broken: PathAnswers['judge']; stored: JudgedStored }> {
  const { db, clientGone } = context;
  const inUse = library.replaced(flow);
  const documents = { ...inUse, ...changed };
  const question = { kind: 'judge' as const, flow, documents, ...(await pathTestsOf(db, flow)) };
  const broken = await askPathsNow(question, clientGone, (done, total) => tell({ stage: 'paths', done, total }));
  const isSame = Object.entries(changed).every(([screen, document]) =>
    asksTheSame(library.get(flow, screen).document, document),
  );
  if (isSame) return { broken, stored: noneStored };
  tell({ stage: 'stored', done: 0, total: 0 });
  const records = await readRecords(context, flow);
  const organization = organizationAnswer(flow);
  const change = { flow, inUse, documents, ...(organization !== undefined && { organization, isFor }) };
  return { broken, stored: await findBrokenStored(context, change, records) };
}
