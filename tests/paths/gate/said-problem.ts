import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import type { LoadedFlow } from '../load.ts';

/** What a path found, with states as the titles of their screens and fields as their labels: “Details” has nothing to press. */
export function saidProblem(loaded: LoadedFlow, state: string, problem: string): string {
  const { flow, screens } = loaded;
  const node = stateAt(flow.machine, state);
  const screen = (node && screenIn(node)) ?? '';
  const title = (of: string) => {
    const held = stateAt(flow.machine, of);
    return screens[(held && screenIn(held)) ?? '']?.document.title;
  };
  const quoted = (words: string | undefined, otherwise: string) => (words === undefined ? otherwise : `“${words}”`);
  const [, law = '', found = ''] = /^(Law: [^:]+: )?(.*)$/s.exec(problem) ?? [];
  // A state without parents may be an ordinary word.
  const begun =
    /^\w[\w-]*(?=[ :])/.exec(found)?.[0] === state ? quoted(title(state), state) + found.slice(state.length) : found;
  const stated = begun.replace(/(?<![\w./])[a-z][\w-]*(?:\.[\w-]+)+/g, (name) => quoted(title(name), name));
  const said = stated.replace(/(?<=^|\s)\/[\w~*/-]+(?=[\s:,.]|$)/g, (pointer) => {
    const [first = '', ...rest] = segmentsOf(pointer);
    return quoted(labelAt(loaded, screen, pointer) ?? labelAt(loaded, first, pointerOf(rest)), pointer);
  });
  return law + said;
}

function labelAt({ screens }: LoadedFlow, screen: string, pointer: Pointer): string | undefined {
  const at = withoutIndexes(pointer);
  const held = [...subschemas(screens[screen]?.document.schema)].filter((visit) => visit.pointer === at);
  return held.map(({ schema: { title } }) => title).find((title) => title !== undefined && title !== '');
}
