import type { Fault } from '../faults/fault.ts';
import type { LoadedFlow } from '../load.ts';
import { titleOf, withLabels } from './in-words.ts';

const events: Readonly<Record<string, string>> = {
  'step.submitted': 'Submit',
  'step.changed': 'a changed answer',
  'step.chosen': 'a step chosen in the stepper',
  back: 'Back',
  closed: 'Close',
  retried: '“Try again”',
  confirmed: 'Confirm',
  always: 'entering',
};

/** A change to a machine or a screen as a tester reads it, with states as the titles of their screens and fields as their labels. */
export function saidChange(
  loaded: LoadedFlow,
  { area, change, file }: Pick<Fault, 'area' | 'change' | 'file'>,
): string {
  if (area !== 'machine') {
    const [, screen = ''] = /\/([\w-]+)\.json$/.exec(file) ?? [];
    return withLabels(loaded, screen, change);
  }
  const where: Where = (state) => titleOf(loaded, state);
  for (const [pattern, say] of machineChanges) {
    const found = pattern.exec(change);
    if (found !== null) return say(found.slice(1), where);
  }
  return change;
}

type Where = (state: string) => string;
type Say = (parts: string[], where: Where) => string;

/** By the names that `plant.ts` gives: `drop action keepAnswers of editing.details step.submitted[1]`. */
const machineChanges: readonly [RegExp, Say][] = [
  [
    /^drop action (\S+) of (entering|leaving) (\S+)$/,
    ([action, when, state = ''], where) => `${where(state)}: ${when} does not do “${action}”`,
  ],
  [
    /^drop action (\S+) of (\S+) (\S+?)(?:\[\d+\])?$/,
    ([action, state = '', event = ''], where) => `${where(state)}: ${said(event)} does not do “${action}”`,
  ],
  [
    /^drop transition (\S+) (\S+?)(?:\[\d+\])?$/,
    ([state = '', event = ''], where) => `${where(state)}: ${said(event)} does nothing`,
  ],
  [
    /^retarget (\S+) (\S+?)(?:\[\d+\])? to (\S+)$/,
    ([state = '', event = '', target = ''], where) => `${where(state)}: ${said(event)} leads to ${where(target)}`,
  ],
  [
    /^negate guard of (\S+) (\S+?)(?:\[\d+\])?$/,
    ([state = '', event = ''], where) => `${where(state)}: ${said(event)} asks for the opposite of its condition`,
  ],
  [
    /^drop guard of (\S+) (\S+?)(?:\[\d+\])?$/,
    ([state = '', event = ''], where) => `${where(state)}: ${said(event)} asks for no condition`,
  ],
  [
    /^swap outcomes of (\S+) in (\S+)$/,
    ([effect, state = ''], where) =>
      `${where(state)}: the reply of “${effect}” leads where its refusal does, and its refusal where the reply does`,
  ],
  [
    /^accept a late reply of (\S+) in (\S+)$/,
    ([effect, state = ''], where) => `${where(state)}: a late reply of “${effect}” is taken`,
  ],
  [/^accept a second submit in (\S+)$/, ([state = ''], where) => `${where(state)}: a second Submit is taken`],
  [
    /^(\S+) in (\S+) is sent without (\S+) \(.*\)$/,
    ([call, state = '', pointer = ''], where) =>
      `${where(state)}: ${call} is sent without ${pointer.replace(/^\/body\//, '')}`,
  ],
];

function said(event: string): string {
  const [, kind, effect] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(event) ?? [];
  if (kind !== undefined) return `the ${kind === 'done' ? 'reply' : 'refusal'} of “${effect}”`;
  return events[event] ?? `“${event}”`;
}
