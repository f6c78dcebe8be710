import type { Outcome } from './check.ts';

/** Facts of a check with a sentence for each; a fact that could not be found out has the sentence alone. */
export type Known = Required<Pick<Outcome, 'facts' | 'notes'>>;

export function known(...parts: Known[]): Pick<Outcome, 'facts' | 'notes'> {
  const facts = Object.assign({}, ...parts.map((each) => each.facts)) as Known['facts'];
  const notes = Object.assign({}, ...parts.map((each) => each.notes)) as Known['notes'];
  return { ...(Object.keys(facts).length > 0 && { facts }), ...(Object.keys(notes).length > 0 && { notes }) };
}

/** A condition's text as a message shows it. */
export const quoted = (text: string): string => `“${text.length > 100 ? `${text.slice(0, 100)}…` : text}”`;
