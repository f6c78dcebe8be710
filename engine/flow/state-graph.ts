import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { restingStates, screenIn } from './state-nodes.ts';

/** A state in which a machine may rest. */
export interface GraphState {
  /** Dotted: `editing.details`. */
  path: string;
  /** The path of the state around it; empty at the top. */
  within: string;
  /** `step`: a person is asked; `effect`: something is under way; `end`: the flow is over; `passing`: left at once. */
  kind: 'step' | 'effect' | 'end' | 'passing';
  screen: string | undefined;
  /** The calls, jobs, watches and uploads that are under way here. */
  effects: readonly string[];
}

/** What takes a machine from one state to another. */
export type GraphEvent =
  | { kind: 'event'; type: string }
  | { kind: 'done' | 'refused'; effect: string }
  | { kind: 'after'; milliseconds: number }
  | { kind: 'always' };

export interface GraphTransition {
  from: string;
  /** The state in which the machine rests then. */
  to: string;
  event: GraphEvent;
  /** Under a condition, with its name where it has one. */
  condition: { name: string | undefined } | undefined;
  /** The group of states that has this transition; undefined for one that `from` has alone. */
  group: string | undefined;
}

export interface StateGraph {
  states: readonly GraphState[];
  transitions: readonly GraphTransition[];
}

/** The states of a machine and where each event leads from them. Events that change no state are left out. */
export function stateGraph(machine: AnyStateMachine): StateGraph {
  const resting = restingStates(machine);
  return {
    states: resting.map((node) => ({
      path: pathOf(node),
      within: node.parent === undefined ? '' : pathOf(node.parent),
      kind: kindOf(node),
      screen: screenIn(node),
      effects: node.invoke.map(({ src }) => String(src)),
    })),
    transitions: resting.flatMap((node) => transitionsOf(node)),
  };
}

function kindOf(node: AnyStateNode): GraphState['kind'] {
  if (node.type === 'final') return 'end';
  if (node.invoke.length > 0) return 'effect';
  return screenIn(node) === undefined ? 'passing' : 'step';
}

/** Its own, then those of the states around it, which see an event that no transition further in takes in every case. */
function transitionsOf(node: AnyStateNode): GraphTransition[] {
  const found: GraphTransition[] = [];
  const taken = new Set<string>();
  for (let owner: AnyStateNode | undefined = node; owner !== undefined; owner = owner.parent) {
    const group = owner === node ? undefined : pathOf(owner);
    const open = ownTransitions(owner).filter(({ eventType }) => eventType === '' || !taken.has(eventType));
    for (const { eventType, target, guard } of open) {
      if (guard === undefined) taken.add(eventType);
      const [first] = target ?? [];
      const to = first === undefined ? undefined : pathOf(whereItRests(first));
      if (to === undefined || (to === pathOf(node) && group !== undefined)) continue;
      found.push({ from: pathOf(node), to, event: eventOf(owner, eventType), condition: conditionOf(guard), group });
    }
  }
  return found;
}

interface Transition {
  eventType: string;
  target: readonly AnyStateNode[] | undefined;
  guard?: unknown;
}

function ownTransitions(node: AnyStateNode): readonly Transition[] {
  return [...(node.always ?? []), ...[...node.transitions.values()].flat()] as readonly Transition[];
}

function whereItRests(node: AnyStateNode): AnyStateNode {
  const [inner] = node.type === 'compound' ? node.initial.target : [];
  return inner === undefined ? node : whereItRests(inner);
}

function eventOf(owner: AnyStateNode, type: string): GraphEvent {
  if (type === '') return { kind: 'always' };
  const ended = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type);
  if (ended) {
    const effect = owner.invoke.find(({ id }) => id === ended[2]);
    return { kind: ended[1] === 'done' ? 'done' : 'refused', effect: String(effect?.src ?? ended[2]) };
  }
  const later = /^xstate\.after\.(\d+)\./.exec(type);
  return later ? { kind: 'after', milliseconds: Number(later[1]) } : { kind: 'event', type };
}

/** Conditions that say no more than that the event is of this step. */
const ofStep = new Set(['submits', 'changes', 'chooses']);

function conditionOf(guard: unknown): GraphTransition['condition'] {
  if (guard === undefined) return undefined;
  if (typeof guard === 'string') return { name: guard };
  if (typeof guard !== 'object' || guard === null) return { name: undefined };
  const { type, params } = guard as { type?: unknown; params?: { screen?: unknown } };
  if (typeof type !== 'string') return { name: undefined };
  if (ofStep.has(type)) return undefined;
  return { name: typeof params?.screen === 'string' ? `${type} ${params.screen}` : type };
}

function pathOf(node: AnyStateNode): string {
  return node.path.join('.');
}
