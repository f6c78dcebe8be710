import type { StateCase } from './flow-case.ts';
import type { Seen } from './seen.ts';

/** What is wrong with what a person sees in a state, in words; every tier asks the same. */
export function wrongAt(state: string, seen: Seen, known: StateCase | undefined): string[] {
  const wrong: string[] = [];
  // What else is missing follows from that.
  if (!seen.busy && seen.heading === '' && seen.buttons.length === 0) return [`${state} shows nothing`];
  if (!seen.busy && seen.buttons.length === 0) wrong.push(`${state} has nothing to press`);
  // `{{name}}` is a placeholder that a person writes, `{name}` one of ours.
  const unfilled = /(?<!\{)\{\w+\}(?!\})/.exec(seen.text);
  if (unfilled) wrong.push(`${state} shows "${unfilled[0]}" with nothing filled in`);
  if (known === undefined) {
    wrong.push(`${state} shows the screen "${seen.screen}" and nothing says what a person sees there`);
    return wrong;
  }
  const headings = [known.heading].flat();
  if (!headings.includes(seen.heading))
    wrong.push(`${state} is headed "${seen.heading}", not "${headings.join('" or "')}"`);
  for (const words of known.says ?? []) if (!seen.text.includes(words)) wrong.push(`${state} does not say "${words}"`);
  for (const label of known.offers ?? []) {
    if (!seen.buttons.includes(label))
      wrong.push(`${state} has no button "${label}" (it has ${seen.buttons.join(', ')})`);
  }
  try {
    known.check?.(seen);
  } catch (error) {
    wrong.push(`${state}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return wrong;
}
