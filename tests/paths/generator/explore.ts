// The one place that speaks to `xstate/graph`. Its test models refuse machines that invoke, so effects' outcomes come in
// as the events that an actor sends itself: `xstate.done.actor.<id>` and `xstate.error.actor.<id>`.
import { getInitialMicrosteps, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { randomFrom } from '#engine/compile/generated-data.ts';
import type { FlowInput } from '#engine/flow/flow.ts';
import { statePath } from '#engine/flow/view.ts';
import { contextClasses } from './context-class.ts';
import { Transitions, type Selection } from './guards.ts';
import { movesAt, stepScreens, type Material } from './material.ts';
import { moveName, type MachineEvent, type Move } from './move.ts';
import { takeMicrosteps } from './take-event.ts';

export interface GraphNode {
  key: string;
  state: string;
  ended: boolean;
  /** One snapshot of the class, as it was reached first. */
  snapshot: AnyMachineSnapshot;
}

/** Moves that do the same in one class: the same transitions to the same class. None taken: the event changes nothing. */
export interface GraphEdge {
  from: number;
  to: number;
  transitions: string[];
  moves: { move: Move; guards: string[] }[];
}

/** A way to open the flow. */
export interface GraphRoot {
  input: string;
  node: number;
  /** Its own: another way may open the flow in the same class. */
  snapshot: AnyMachineSnapshot;
  transitions: string[];
  guards: string[];
}

export interface Graph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  roots: GraphRoot[];
  /** What the bound kept from being explored; empty when everything was. */
  leftOut: string[];
  classOf(snapshot: AnyMachineSnapshot): string;
  transitions: Transitions;
}

export interface ExploreOptions {
  seed?: number;
  /** Most classes that are looked into. */
  bound?: number;
}

/** Everything that the flow's machine can do with the material, over classes of context. The same for a seed. */
export function explore(material: Material, { seed = 1, bound = 5000 }: ExploreOptions = {}): Graph {
  const { machine } = material.flow;
  const transitions = new Transitions(machine);
  const classOf = contextClasses(transitions, sampleEvents(material));
  const graph: Graph = { nodes: [], edges: [], roots: [], leftOut: [], classOf, transitions };
  const index = new Map<string, number>();
  const random = randomFrom(seed);
  const moves = new WeakMap<MachineEvent, Move>();
  const node = (snapshot: AnyMachineSnapshot) => {
    const key = classOf(snapshot);
    const known = index.get(key);
    if (known !== undefined) return known;
    graph.nodes.push({ key, state: statePath(snapshot.value), ended: snapshot.status !== 'active', snapshot });
    index.set(key, graph.nodes.length - 1);
    return graph.nodes.length - 1;
  };

  const looked = new Set<string>();
  for (const [name, input] of Object.entries(material.inputs)) {
    const begun = beginning(machine, transitions, input);
    const adjacency = getAdjacencyMap(machine, {
      fromState: begun.snapshot as never,
      serializeState: (state) => classOf(state as AnyMachineSnapshot) as never,
      serializeEvent: (event) => moveName(moves.get(event) ?? { kind: 'event', type: event.type }) as never,
      events: (state) => {
        const key = classOf(state as AnyMachineSnapshot);
        if (looked.has(key)) return [];
        if (looked.size >= bound) {
          graph.leftOut.push(key);
          return [];
        }
        looked.add(key);
        const found = shuffled(movesAt(material, transitions, state as AnyMachineSnapshot), random);
        for (const { move, event } of found) moves.set(event, move);
        return found.map(({ event }) => event) as never;
      },
    });
    graph.roots.push({ input: name, node: node(begun.snapshot), ...begun });
    for (const { state, transitions: taken } of Object.values(adjacency)) {
      const from = node(state as AnyMachineSnapshot);
      const groups = new Map<string, GraphEdge>();
      for (const { event, state: next } of Object.values<{ event: unknown; state: unknown }>(taken)) {
        const move = moves.get(event as MachineEvent);
        if (move === undefined) continue;
        const step = takenBy(machine, transitions, state as AnyMachineSnapshot, event as MachineEvent);
        const to = step.transitions.length === 0 ? from : node(next as AnyMachineSnapshot);
        const key = `${step.transitions.join(' + ')} ${to}`;
        const edge = groups.get(key) ?? { from, to, transitions: step.transitions, moves: [] };
        edge.moves.push({ move, guards: step.guards });
        groups.set(key, edge);
      }
      graph.edges.push(...groups.values());
    }
  }
  return graph;
}

/** The transitions that an event takes, eventless ones after it included, and what the guards answered. */
export function takenBy(
  machine: AnyStateMachine,
  transitions: Transitions,
  snapshot: AnyMachineSnapshot,
  event: MachineEvent,
): { transitions: string[]; guards: string[] } {
  const first = transitions.select(snapshot, event);
  if (first.transition === undefined || !transitions.all.some(({ event: type }) => type === '')) return listed([first]);
  const steps = takeMicrosteps(machine, snapshot, event);
  return listed([first, ...steps.map((state) => transitions.select(state, event, true))]);
}

function beginning(machine: AnyStateMachine, transitions: Transitions, input: FlowInput) {
  const steps = getInitialMicrosteps(machine, input).map(([state]) => state as AnyMachineSnapshot);
  const snapshot = steps.at(-1);
  if (snapshot === undefined) throw new Error(`machine "${machine.id}" has no beginning`);
  const event = { type: 'xstate.init', input };
  return { snapshot, ...listed(steps.map((state) => transitions.select(state, event, true))) };
}

function listed(selections: readonly Selection[]): { transitions: string[]; guards: string[] } {
  return {
    transitions: selections.flatMap(({ transition }) => transition?.id ?? []),
    guards: selections.flatMap(({ answers }) => answers),
  };
}

/** Events as each transition may meet them, to ask its guards with. */
export function sampleEvents(material: Material): (event: string) => readonly MachineEvent[] {
  const screens = stepScreens(material);
  return (type) => {
    if (type === 'step.chosen') return screens.map((screen) => ({ type, screen }));
    if (type === 'step.submitted' || type === 'step.changed') {
      return screens.map((screen) => ({ type, screen, data: Object.values(material.answers[screen] ?? {})[0] ?? {} }));
    }
    if (type.startsWith('xstate.done.')) return [{ type, output: {} }];
    if (type.startsWith('xstate.error.')) return [{ type, error: { code: 'internal', message: '' } }];
    if (type === 'watch.changed') return [{ type, output: {} }];
    return [{ type }];
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
