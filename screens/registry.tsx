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

// `screens/<flow>/<screen>.tsx`; the folders of the screens' own machinery are no flows.
const files = import.meta.glob<{ default: Part }>([
  './*/*.tsx',
  '!./form/**',
  '!./step/**',
  '!./options/**',
  '!./monitor-findings/**',
  '!./rows/**',
  '!./shared/**',
  '!./**/*.test.tsx',
]);
const parts = new Map(
  Object.entries(files).map(([file, load]) => [
    file.replace(/^\.\/|\.tsx$/g, ''),
    fetchedPart(async () => (await load()).default),
  ]),
);

export const specialPartOf = ({ flow, id }: CompiledScreen): FetchedPart<SpecialPartProps> | undefined =>
  parts.get(`${flow}/${id}`);

/** What a screen shows beside what it asks, if it has such a part. */
export function SpecialPart(props: SpecialPartProps): ReactNode {
  const Part = specialPartOf(props.screen);
  return Part ? createElement(Part, props) : null;
}
