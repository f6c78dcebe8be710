// Changes that a product owner could make to the built-in screens, for `studio.gate`.
import { randomFrom } from '#engine/compile/generated-data.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { ScreenPlace } from '#server/studio/screen-text.ts';

/** The document as its author wrote it, open to any change. */
export type Draft = ScreenDocument & {
  schema?: SchemaDraft;
  ui?: Record<string, unknown>;
};
export type SchemaDraft = NonNullable<ScreenDocument['schema']>;

/** A screen that the Studio edits. */
export interface EditedScreen extends ScreenPlace {
  document: Draft;
  /** Top-level fields that the manifest needs, and whether its calls keep custom fields. */
  needs: readonly string[];
  keepsCustom: boolean;
}

/** One way to change a screen. */
export interface Change {
  /** `/name: maxLength 8 instead of 50`. */
  change: string;
  /** Changes a copy of the document; answers with the text where it is no JSON of a document. */
  make(copy: Draft): string | void;
}

/** All the ways of a kind in which a screen can be changed. */
export type Kind = (screen: EditedScreen) => Change[];

export interface Edit extends ScreenPlace {
  kind: string;
  change: string;
  text: string;
}

/** The same in every run. */
export function keyOf({ flow, screen, kind, change }: Edit): string {
  return `${flow}/${screen}: ${kind}: ${change}`;
}

/** `count` edits: of each kind as many, by `seed`, and of each flow in turn. Throws when there are not as many. */
export function chosenEdits(
  screens: readonly EditedScreen[],
  kinds: Readonly<Record<string, Kind>>,
  { count, seed }: { count: number; seed: number },
): Edit[] {
  const random = randomFrom(seed);
  const queues = Object.entries(kinds).map(([kind, ways]) =>
    inTurn(
      shuffled(
        screens.flatMap((screen) => ways(screen).map((way) => ({ screen, kind, way }))),
        random,
      ),
    ),
  );
  const taken: Edit[] = [];
  for (let round = 0; taken.length < count && queues.some((queue) => queue.length > round); round += 1)
    for (const queue of queues) {
      const next = queue[round];
      if (next !== undefined && taken.length < count) taken.push(editOf(next));
    }
  if (taken.length < count) throw new Error(`there are ${taken.length} edits, and ${count} are asked for`);
  return taken;
}

interface Candidate {
  screen: EditedScreen;
  kind: string;
  way: Change;
}

function editOf({ screen: { flow, screen, document }, kind, way: { change, make } }: Candidate): Edit {
  const copy = structuredClone(document);
  const text = make(copy) ?? JSON.stringify(copy, undefined, 2);
  return { flow, screen, kind, change, text };
}

/** One of each flow, then the second of each. */
function inTurn(candidates: readonly Candidate[]): Candidate[] {
  const times = new Map<string, number>();
  return candidates
    .map((one, index) => {
      const time = times.get(one.screen.flow) ?? 0;
      times.set(one.screen.flow, time + 1);
      return { one, time, index };
    })
    .toSorted((a, b) => a.time - b.time || a.index - b.index)
    .map(({ one }) => one);
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
