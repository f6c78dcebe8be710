import { isSchema } from '#engine/document/schema.ts';
import type { FlowCase, StateCase } from '../flow-case.ts';

/**
 * What testers say of a flow, in the words of other documents: a person who rewords a heading or a button changes what is said there, and
 * breaks nothing. Words that are said nowhere any more stay, and are missed.
 */
export function rewordedCase(known: FlowCase, before: unknown, after: unknown): FlowCase {
  const words = new Map<string, string>();
  collect(before, after, words);
  if (words.size === 0 || known.states === undefined) return known;
  const said = (text: string) => words.get(text) ?? text;
  const states = Object.entries(known.states).map(([state, own]): [string, StateCase] => [
    state,
    {
      ...own,
      heading: typeof own.heading === 'string' ? said(own.heading) : own.heading.map(said),
      ...(own.says && { says: own.says.map(said) }),
      ...(own.offers && { offers: own.offers.map(said) }),
    },
  ]);
  return { ...known, states: Object.fromEntries(states) };
}

/** Texts that stand at the same place of both, by the earlier one. */
function collect(before: unknown, after: unknown, words: Map<string, string>): void {
  if (typeof before === 'string' && typeof after === 'string') {
    if (before !== after) words.set(before, after);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (const [index, one] of before.entries()) collect(one, after[index], words);
  } else if (isSchema(before) && isSchema(after)) {
    for (const [key, one] of Object.entries(before)) collect(one, (after as Record<string, unknown>)[key], words);
  }
}
