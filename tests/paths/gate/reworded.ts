import type { AnyStateMachine } from 'xstate';
import type { ScreenDocument } from '#engine/document/document.ts';
import { isSchema } from '#engine/document/schema.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import type { FlowCase, StateCase } from '../flow-case.ts';

type Documents = Readonly<Record<string, ScreenDocument>>;

/**
 * The testers' case with the words of changed documents: a person who rewords a heading or a button breaks nothing. A state takes the new
 * words of its own screen and the stepper's names of all screens; a summary takes those of every screen. Removed words stay expected.
 */
export function rewordedCase(
  { machine, known }: { machine: AnyStateMachine; known: FlowCase },
  before: Documents,
  after: Documents,
): FlowCase {
  if (known.states === undefined) return known;
  const steps = new Map<string, string>();
  for (const [screen, { title, step }] of Object.entries(before))
    collect({ title, step }, { title: after[screen]?.title, step: after[screen]?.step }, steps);
  const states = Object.entries(known.states).map(([state, own]): [string, StateCase] => {
    const node = stateAt(machine, state);
    const screen = (node && screenIn(node)) ?? '';
    const words = new Map<string, string>();
    if (after[screen]?.kind === 'summary') collect(before, after, words);
    else collect(before[screen], after[screen], words);
    const said = (text: string) => words.get(text) ?? text;
    return [
      state,
      {
        ...own,
        heading: typeof own.heading === 'string' ? said(own.heading) : own.heading.map(said),
        ...(own.says && { says: own.says.map((text) => words.get(text) ?? steps.get(text) ?? text) }),
        ...(own.offers && { offers: own.offers.map(said) }),
      },
    ];
  });
  return { ...known, states: Object.fromEntries(states) };
}

/** New texts by the old text at the same place of the document. */
function collect(before: unknown, after: unknown, words: Map<string, string>): void {
  if (typeof before === 'string' && typeof after === 'string') {
    if (before !== after) words.set(before, after);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, one] of before.entries()) collect(one, after[index], words);
  } else if (isSchema(before) && isSchema(after)) {
    for (const [key, one] of Object.entries(before)) collect(one, (after as Record<string, unknown>)[key], words);
  }
}
