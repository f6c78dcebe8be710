import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isStateMeta } from './view.ts';

/** Every state in which a machine may rest, in the order of the document. */
export function restingStates(machine: AnyStateMachine): AnyStateNode[] {
  return [...below(machine.root)].filter(({ type }) => type === 'atomic' || type === 'final');
}

/** The state of a dotted path. `undefined` when the machine has none, or it holds others. */
export function stateAt(machine: AnyStateMachine, path: string): AnyStateNode | undefined {
  return restingStates(machine).find((node) => node.path.join('.') === path);
}

/** The state in which a person works at the screen. */
export function stateOfScreen(machine: AnyStateMachine, screen: string): AnyStateNode | undefined {
  return restingStates(machine).find((node) => screenIn(node) === screen && !isBusy(node));
}

/** The screen that a flow begins with. `undefined` when its first state shows none, as one that only chooses the next state. */
export function firstScreen(machine: AnyStateMachine): string | undefined {
  return screenIn(firstWithin(machine.root));
}

export function screenIn(node: AnyStateNode): string | undefined {
  const meta: unknown = node.meta;
  return isStateMeta(meta) ? meta.screen : undefined;
}

export function isBusy(node: AnyStateNode): boolean {
  return invokesIn(node).length > 0;
}

/** Effects that are under way in a state: its own, and those of the states around it. */
export function invokesIn(node: AnyStateNode): AnyStateNode['invoke'] {
  return [...(node.parent === undefined ? [] : invokesIn(node.parent)), ...node.invoke];
}

function firstWithin(node: AnyStateNode): AnyStateNode {
  const first = node.initial?.target?.[0];
  return first === undefined ? node : firstWithin(first);
}

function* below(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* below(child);
}
