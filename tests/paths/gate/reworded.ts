import type { AnyStateMachine } from 'xstate';
import type { ScreenDocument } from '#engine/document/document.ts';
import { isSchema } from '#engine/document/schema.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import type { FlowCase, StateCase } from '../flow-case.ts';

type Documents = Readonly<Record<string, ScreenDocument>>;
/** A text of a document, and the text at the same place of the changed one. */
type Pair = readonly [before: string, after: string];

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
  const steps = Object.entries(before).flatMap(([screen, { title, step }]) =>
    pairsOf({ title, step }, { title: after[screen]?.title, step: after[screen]?.step }),
  );
  const states = Object.entries(known.states).map(([state, own]): [string, StateCase] => {
    const node = stateAt(machine, state);
    const screen = (node && screenIn(node)) ?? '';
    const isSummary = after[screen]?.kind === 'summary';
    const titles = pairsOf({ title: before[screen]?.title }, { title: after[screen]?.title });
    const all = isSummary ? pairsOf(before, after) : pairsOf(before[screen], after[screen]);
    // A button may have the words of the heading.
    const labels = pairsOf({ ...before[screen], title: '' }, { ...after[screen], title: '' });
    const heading = (text: string) => exactly(titles, text) ?? text;
    const said = (text: string) => {
      const next = exactly(all, text) ?? exactly(steps, text) ?? within(all, text);
      return next === undefined ? [text] : literalParts(next);
    };
    return [
      state,
      {
        ...own,
        heading: typeof own.heading === 'string' ? heading(own.heading) : own.heading.map(heading),
        ...(own.says && { says: own.says.flatMap(said) }),
        ...(own.sometimes && { sometimes: own.sometimes.flatMap(said) }),
        ...(own.offers && { offers: own.offers.map((text) => exactly(labels, text) ?? text) }),
      },
    ];
  });
  const everywhere = pairsOf(before, after);
  const told: Record<string, string> = {};
  for (const [outcome, text] of Object.entries(known.told ?? {}))
    told[outcome] = exactly(everywhere, text) ?? literalParts(within(everywhere, text) ?? text)[0] ?? text;
  return { ...known, told, states: Object.fromEntries(states) };
}

/** The new words of a text; undefined where no text is that, or one that is stays as it was. */
function exactly(pairs: readonly Pair[], text: string): string | undefined {
  return reworded(pairs.filter(([before]) => before === text));
}

/** The new text that holds the words; undefined where a text that holds them stays as it was. */
function within(pairs: readonly Pair[], words: string): string | undefined {
  return reworded(pairs.filter(([before]) => before.includes(words)));
}

function reworded(pairs: readonly Pair[]): string | undefined {
  const [first] = pairs;
  return pairs.some(([before, after]) => before === after) ? undefined : first?.[1];
}

/** The parts of a text between its placeholders. */
function literalParts(text: string): string[] {
  const parts = text.split(/\{\w+\}/).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** The texts at the same places of two documents. */
function pairsOf(before: unknown, after: unknown): Pair[] {
  if (typeof before === 'string' && typeof after === 'string') return [[before, after]];
  if (Array.isArray(before) && Array.isArray(after)) return before.flatMap((one, index) => pairsOf(one, after[index]));
  if (isSchema(before) && isSchema(after))
    return Object.entries(before).flatMap(([key, one]) => pairsOf(one, (after as Record<string, unknown>)[key]));
  return [];
}
