import type { AnyStateMachine } from 'xstate';
import { changed } from '#engine/cases/boundaries.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { segmentsOf, valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import type { FlowCase } from './flow-case.ts';

/** The name of a case among the answers of its screen: no example is called so. */
export const nameOf = (name: string): string => `case ${name}`;

/** The answers of the cases of a screen that it takes, by name. Another one is reported with its path. */
export function caseAnswers(
  machine: AnyStateMachine,
  screen: CompiledScreen,
  { states = {} }: FlowCase,
): Record<string, Answers> {
  const own = Object.entries(states).filter(([state, { cases = {} }]) => {
    const node = Object.keys(cases).length === 0 ? undefined : stateAt(machine, state);
    return node !== undefined && screenIn(node) === screen.id;
  });
  return Object.fromEntries(
    own
      .flatMap(([, { cases = {} }]) => Object.entries(cases))
      .map(([name, data]) => [nameOf(name), withSecrets(screen, data)] as const)
      .filter(([, data]) => screen.validate(data).length === 0),
  );
}

/** A case holds no secret: those that its answers ask are the ones of an example. */
export function withSecrets(screen: CompiledScreen, data: Answers): Answers {
  const examples = (screen.document.examples?.valid ?? []) as Answers[];
  const asked = screen.validate(data).flatMap(({ pointer, keyword }) => {
    const secret = withoutIndexes(pointer);
    return keyword === 'required' && screen.secrets.includes(secret) ? [{ pointer, secret }] : [];
  });
  return asked.reduce<Answers>((filled, { pointer, secret }) => {
    const first = secret.replaceAll('/*', '/0');
    const value = examples.map((example) => valueAt(example, first)).find((one) => one !== undefined);
    return changed(filled, segmentsOf(pointer), value) as Answers;
  }, data);
}
