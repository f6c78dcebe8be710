import type { AnyMachineSnapshot } from 'xstate';
import { shortHash } from '#engine/flow/short-hash.ts';
import { statePath } from '#engine/flow/view.ts';
import { takenBy, type Graph, type GraphRoot } from './explore.ts';
import { makeEvent, movesAt, type Material } from './material.ts';
import { moveName, type Move } from './move.ts';
import { takeEvent } from './take-event.ts';

/** What tester and machine agree on as one test: how the flow is opened, and what happens then. */
export interface Path {
  /** The same for the same input and moves, in every tier. */
  id: string;
  input: string;
  steps: PathStep[];
}

export interface PathStep {
  move: Move;
  /** The state after it. */
  state: string;
}

/** `edge 3`, `state saved`, `guard …`, `outcome …`, `pair 3 7`: what a step shows. */
export type Item = string;

export interface Walked {
  path: Path;
  seen: Item[];
  /** The edge that could not be taken as planned: the context was of the class and still went elsewhere. */
  stray?: { edge: number; after: number | undefined };
}

/** The edges of a graph by what they do, to recognise a step that was taken. */
export class Atlas {
  readonly graph: Graph;
  private readonly nodes: Map<string, number>;
  private readonly out: number[][];

  constructor(graph: Graph) {
    this.graph = graph;
    this.nodes = new Map(graph.nodes.map(({ key }, index) => [key, index]));
    this.out = graph.nodes.map(() => []);
    for (const [index, { from, transitions }] of graph.edges.entries()) {
      if (transitions.length > 0) this.out[from]?.push(index);
    }
  }

  /** Edges out of a node that take a transition. */
  readonly leaving = (node: number): readonly number[] => this.out[node] ?? [];

  node(snapshot: AnyMachineSnapshot): number | undefined {
    return this.nodes.get(this.graph.classOf(snapshot));
  }
}

/**
 * Takes a walk of edges with real contexts. At each edge the move is taken that shows most of what is still wanted;
 * where none leads to the class that was planned, the path ends there.
 */
export function walk(
  material: Material,
  atlas: Atlas,
  root: GraphRoot,
  edges: readonly number[],
  wanted: (item: Item) => boolean,
): Walked {
  const { graph } = atlas;
  let { snapshot } = root;
  const steps: PathStep[] = [];
  const seen = new Set<Item>([`state ${graph.nodes[root.node]?.state ?? ''}`]);
  for (const guard of root.guards) seen.add(`guard ${guard}`);
  let before: number | undefined;
  for (const index of edges) {
    const edge = graph.edges[index];
    const taken = edge && stepBy(material, atlas, snapshot, index, (item) => wanted(item) && !seen.has(item));
    if (edge === undefined || taken === undefined) {
      return {
        path: named(material.flow.id, root.input, steps),
        seen: [...seen],
        stray: { edge: index, after: before },
      };
    }
    snapshot = taken.next;
    steps.push({ move: taken.move, state: statePath(snapshot.value) });
    for (const item of [...taken.items, `edge ${index}`, `state ${statePath(snapshot.value)}`]) seen.add(item);
    if (before !== undefined) seen.add(`pair ${before} ${index}`);
    before = index;
  }
  return { path: named(material.flow.id, root.input, steps), seen: [...seen] };
}

/** Takes an edge by the move that shows most of what is wanted; `undefined` when none of its moves leads there from here. */
export function stepBy(
  material: Material,
  atlas: Atlas,
  snapshot: AnyMachineSnapshot,
  index: number,
  wanted: (item: Item) => boolean,
): { move: Move; next: AnyMachineSnapshot; items: Item[] } | undefined {
  const { graph } = atlas;
  const { machine } = material.flow;
  const edge = graph.edges[index];
  if (edge === undefined) return undefined;
  const ranked = edge.moves
    .map(({ move, guards }) => ({ move, worth: itemsOf(move, guards).filter(wanted).length }))
    .sort((a, b) => b.worth - a.worth);
  const tried = new Set(ranked.map(({ move }) => moveName(move)));
  const take = (move: Move) => {
    const event = makeEvent(material, snapshot, move);
    const taken = event && takenBy(machine, graph.transitions, snapshot, event);
    if (event === undefined || taken?.transitions.join() !== edge.transitions.join()) return undefined;
    const next = takeEvent(machine, snapshot, event).next;
    return atlas.node(next) === edge.to ? { move, next, items: itemsOf(move, taken.guards) } : undefined;
  };
  for (const { move } of ranked) {
    const done = take(move);
    if (done !== undefined) return done;
  }
  // The edge was found with other answers standing; with these it may be another move that does the same.
  for (const { move } of movesAt(material, graph.transitions, snapshot)) {
    const done = tried.has(moveName(move)) ? undefined : take(move);
    if (done !== undefined) return done;
  }
  return undefined;
}

export function itemsOf(move: Move, guards: readonly string[]): Item[] {
  const outcome = outcomeOf(move);
  return [...(outcome === undefined ? [] : [`outcome ${outcome}`]), ...guards.map((guard) => `guard ${guard}`)];
}

/** `addOrganization offline`, `readMonitor done`, `runMonitorImport progress half`. */
export function outcomeOf(move: Move): string | undefined {
  if (move.kind === 'done') return `${move.effect} done${move.reply === '' ? '' : ` ${move.reply}`}`;
  if (move.kind === 'progress') return `${move.effect} progress ${move.progress}`;
  if (move.kind === 'changed') return `${move.effect} changed${move.reply === '' ? '' : ` ${move.reply}`}`;
  if (move.kind === 'retry') return `${move.effect} retry ${move.refusal}`;
  return move.kind === 'refuse' ? `${move.effect} ${move.refusal}` : undefined;
}

export function named(flow: string, input: string, steps: PathStep[]): Path {
  const spelled = [input, ...steps.map(({ move }) => moveName(move))].join('\n');
  return { id: `${flow}-${shortHash(spelled)}`, input, steps };
}
