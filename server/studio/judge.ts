import type { BrokenPath } from '#api/contract/studio.ts';
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
  if (problems.length === 0) problems.push(...(await problemsBesideVariants(context, place, text)));
  if (problems.length > 0) return { problems, broken: [], stored: noneStored };
  const judged: Judgement = { problems, broken: [], stored: { count: 0, told: [] } };
  try {
    for (const change of changesIn(screens, place, documents)) {
      const { broken, stored } = await judgeFlow(context, change, readRecords);
      const { organizationId } = change;
      const name = organizationId === undefined ? undefined : await organizationName(context, organizationId);
      judged.broken.push(
        ...broken.map((one) => ({ ...(name === undefined ? one : besideVariants(one, name)), flow: change.flow })),
      );
      judged.stored.count += stored.count;
      judged.stored.told = [...judged.stored.told, ...stored.told].slice(0, MOST_TOLD);
    }
    return judged;
  } catch (error) {
    if (error instanceof PathsBusy) throw new Refused('screen_check_busy', { retryAfter: 5, cause: error });
    throw error instanceof PathsTooLong ? new Refused('screen_check_too_long', { cause: error }) : error;
  }
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

interface FlowChange {
  flow: string;
  changed: Readonly<Record<string, ScreenDocument>>;
  /** The screens among which the changed ones are used. */
  library: ScreenLibrary;
  /** Set if the library has the variants of this organization. */
  organizationId?: number;
  /** Whether a record or draft of this organization has these screens. */
  isFor: (organizationId: unknown) => boolean;
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
): Promise<{ broken: PathAnswers['judge']; stored: JudgedStored }> {
  const { db, clientGone } = context;
  const inUse = library.replaced(flow);
  const documents = { ...inUse, ...changed };
  const question = { kind: 'judge' as const, flow, documents, ...(await pathTestsOf(db, flow)) };
  const broken = await askPathsNow(question, clientGone);
  const isSame = Object.entries(changed).every(([screen, document]) =>
    asksTheSame(library.get(flow, screen).document, document),
  );
  if (isSame) return { broken, stored: noneStored };
  const records = await readRecords(context, flow);
  const organization = organizationAnswer(flow);
  const change = { flow, inUse, documents, ...(organization !== undefined && { organization, isFor }) };
  return { broken, stored: await findBrokenStored(context, change, records) };
}
