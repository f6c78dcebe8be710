import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { takenFrom } from '#engine/document/references.ts';
import { readVariantName } from '#engine/document/variant.ts';
import { documentOf, isEdited, shippedText, type JudgedText, type ScreenPlace } from './screen-text.ts';
import { judgeTextApart } from './text-thread.ts';

type Texts = Readonly<Record<string, string>>;

export const keyOf = ({ flow, screen }: ScreenPlace): string => `${flow}/${screen}`;

/**
 * The screens that take a part of this one (`"$ref": "../<flow>/<screen>.json#…"`) and, through these, of it. `texts` are those in use, in place of the built-in ones.
 */
export function takersOf(screens: ScreenLibrary, place: ScreenPlace, texts: Texts): ScreenPlace[] {
  const sources = new Set([keyOf(place)]);
  const all = everyEdited(screens).map((one) => ({ one, taken: takenBy(screens, one, texts) }));
  const found: ScreenPlace[] = [];
  // A set that grows while it is walked: its new members come last.
  for (const source of sources)
    for (const { one, taken } of all) {
      if (!taken.has(source) || sources.has(keyOf(one))) continue;
      sources.add(keyOf(one));
      found.push(one);
    }
  return found;
}

function everyEdited(screens: ScreenLibrary): ScreenPlace[] {
  const all = screens.flows().flatMap((flow) => screens.screens(flow).map((screen) => ({ flow, screen })));
  return all.filter((place) => isEdited(screens, place));
}

function takenBy(screens: ScreenLibrary, place: ScreenPlace, texts: Texts): Set<string> {
  return takenFrom(JSON.parse(texts[keyOf(place)] ?? shippedText(screens, place)));
}

/** Whether the screen in use takes a part of a screen that is published in place of the built-in one. */
export function takesPublished(screens: ScreenLibrary, place: ScreenPlace, texts: Texts): boolean {
  const published = everyEdited(screens).filter((one) => texts[keyOf(one)] !== undefined);
  return published.some((one) => takersOf(screens, one, texts).some((taker) => keyOf(taker) === keyOf(place)));
}

export interface ChangedScreens {
  problems: JudgedText['problems'];
  /** By flow and screen: the changed document, and those of the screens that take a part of it. */
  documents: Map<string, Record<string, ScreenDocument>>;
}

/**
 * A changed text as a document, and the documents that take a part of it with that part changed.
 * @throws Refused `screen_check_busy`
 */
export async function changedScreens(
  screens: ScreenLibrary,
  place: ScreenPlace,
  text: string,
): Promise<ChangedScreens> {
  const texts = { ...screens.texts(), [keyOf(place)]: text };
  const documents: ChangedScreens['documents'] = new Map();
  const take = async (one: ScreenPlace, own: string): Promise<JudgedText['problems']> => {
    const { problems, document } = await judgeTextApart(screens, one, own, { texts });
    const { screen } = readVariantName(one.screen);
    if (document !== undefined) documents.set(one.flow, { ...documents.get(one.flow), [screen]: document });
    return problems;
  };
  const problems = await take(place, text);
  if (problems.length > 0) return { problems, documents };
  for (const taker of takersOf(screens, place, texts)) {
    const wrong = await take(taker, texts[keyOf(taker)] ?? shippedText(screens, taker));
    const { title } = documentOf(screens, taker);
    const told = wrong.map(
      ({ message }) => `The screen “${title}” (${keyOf(taker)}) takes a part of this one: ${message}`,
    );
    problems.push(...told.map((message) => ({ line: 1, column: 1, message })));
  }
  return { problems, documents };
}
