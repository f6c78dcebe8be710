import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import type { LoadedFlow } from '../load.ts';

/** The screen that a state shows. */
export function screenOfState({ flow: { machine } }: LoadedFlow, state: string): string {
  const node = stateAt(machine, state);
  return (node && screenIn(node)) ?? '';
}

/** “Details”: the title of the screen that a state shows; the state where it shows none. */
export function titleOf(loaded: LoadedFlow, state: string): string {
  return quoted(loaded.screens[screenOfState(loaded, state)]?.document.title, state);
}

/** The text with fields of a screen, or of the screen that a pointer begins with, as their labels. */
export function withLabels(loaded: LoadedFlow, screen: string, text: string): string {
  return text.replace(/(?<=^|\s)\/[\w~*/-]+(?=[\s:,.]|$)/g, (pointer) => {
    const [first = '', ...rest] = segmentsOf(pointer);
    return quoted(labelAt(loaded, screen, pointer) ?? labelAt(loaded, first, pointerOf(rest)), pointer);
  });
}

function labelAt({ screens }: LoadedFlow, screen: string, pointer: Pointer): string | undefined {
  const at = withoutIndexes(pointer);
  const held = [...subschemas(screens[screen]?.document.schema)].filter((visit) => visit.pointer === at);
  return held.map(({ schema: { title } }) => title).find((title) => title !== undefined && title !== '');
}

const quoted = (words: string | undefined, otherwise: string) => (words === undefined ? otherwise : `“${words}”`);
