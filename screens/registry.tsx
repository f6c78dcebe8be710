import { createElement, type ComponentType, type ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { fetchedPart, type FetchedPart } from './fetched-part.tsx';
import type { Send } from './step/step-props.ts';

/** What a special part of a screen is given; it reads `view.shown`. */
export interface SpecialPartProps {
  screen: CompiledScreen;
  /** Those of the flow: a part may tell of another screen. */
  screens: Readonly<Record<string, CompiledScreen>>;
  view: StepView;
  send: Send;
}

type Part = ComponentType<SpecialPartProps>;

/** Modules by their paths, as `import.meta.glob` finds them: `./<flow>/<screen>.tsx`. */
type FoundParts = Readonly<Record<string, () => Promise<{ default: Part }>>>;

const parts = new Map<string, FetchedPart<SpecialPartProps>>();

/** Makes special parts known: those of the first page here, all others in `console-parts.ts`. */
export function addParts(found: FoundParts): void {
  for (const [file, load] of Object.entries(found))
    parts.set(
      file.replace(/^\.\/|\.tsx$/g, ''),
      fetchedPart(async () => (await load()).default),
    );
}

// The flows that nobody needs to sign in for (`presentation: page`).
addParts(import.meta.glob<{ default: Part }>('./{sign-in,first-run,activation,forgotten-password}/*.tsx'));

export const specialPartOf = ({ flow, id }: CompiledScreen): FetchedPart<SpecialPartProps> | undefined =>
  parts.get(`${flow}/${id}`);

/** What a screen shows beside what it asks, if it has such a part. */
export function SpecialPart(props: SpecialPartProps): ReactNode {
  const Part = specialPartOf(props.screen);
  return Part ? createElement(Part, props) : null;
}
