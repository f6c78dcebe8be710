import { explore, type ExploreOptions, type Graph } from './explore.ts';
import { effectMoves, type Material } from './material.ts';
import { moveName } from './move.ts';
import { Atlas, itemsOf, outcomeOf, walk, type Item, type Path } from './path.ts';
import { shortestTours, type Arc } from './postman.ts';

export interface Suite {
  graph: Graph;
  paths: Path[];
  steps: number;
  /**
   * The fewest steps for the same, where each outcome, and each answer of a guard that no transition shows by itself, is
   * shown where the plan put it. Without that, see `fewestSteps`.
   */
  lowerBound: number;
  covered: Set<Item>;
  /** What each path shows, by its id. */
  shownBy: Map<string, readonly Item[]>;
  /** Pairs and transitions that no real context takes, with what kept them from being taken. */
  infeasible: Map<Item, string>;
}

export interface SuiteOptions extends ExploreOptions {
  /** Transition pairs as well. */
  pairs?: boolean;
}

// What a plan loses to contexts that differ within a class is planned anew, until a round neither shows nor rules out anything more.
const ROUNDS = 40;

/**
 * Paths that show every transition, guard outcome and outcome of an effect that can be shown: the shortest tours over the
 * explored graph, taken with real contexts.
 */
export function suiteFor(material: Material, options: SuiteOptions = {}): Suite {
  const graph = explore(material, options);
  const suite: Suite = {
    graph,
    paths: [],
    steps: 0,
    lowerBound: 0,
    covered: new Set(),
    shownBy: new Map(),
    infeasible: new Map(),
  };
  const atlas = new Atlas(graph);
  if (options.pairs === true) addRounds(suite, material, atlas, planPairs);
  addRounds(suite, material, atlas, planTransitions);
  addOpenings(suite, material, atlas);
  return suite;
}

/** A way to open the flow that no path takes is a path without steps: nothing else shows the transitions that it takes by itself. */
function addOpenings(suite: Suite, material: Material, atlas: Atlas): void {
  const opened = new Set(suite.paths.map(({ input }) => input));
  for (const root of suite.graph.roots) {
    if (root.transitions.length === 0 || opened.has(root.input)) continue;
    const { path, seen } = walk(material, atlas, root, [], () => false);
    suite.paths.push(path);
    suite.shownBy.set(path.id, [...seen, ...root.transitions.map((id): Item => `transition ${id}`)]);
  }
}

interface Plan {
  walks: number[][];
  lowerBound: number;
}

function addRounds(suite: Suite, material: Material, atlas: Atlas, plan: (suite: Suite) => Plan): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { walks, lowerBound } = plan(suite);
    if (round === 0) suite.lowerBound += lowerBound;
    const known = suite.infeasible.size;
    let gained = 0;
    for (const edges of walks) {
      const root = suite.graph.roots.find(({ node }) => node === suite.graph.edges[edges[0] ?? 0]?.from);
      if (root === undefined) continue;
      const { path, seen, stray } = walk(material, atlas, root, edges, (item) => !suite.covered.has(item));
      const fresh = seen.filter((item) => !suite.covered.has(item));
      if (stray !== undefined) noteStray(suite, stray);
      if (fresh.length === 0) continue;
      for (const item of fresh) suite.covered.add(item);
      gained += fresh.length;
      if (path.steps.length === 0) continue;
      suite.paths.push(path);
      suite.shownBy.set(path.id, seen);
      suite.steps += path.steps.length;
    }
    // A round that only finds what cannot be still makes way for the next.
    if (gained === 0 && suite.infeasible.size === known) break;
  }
  for (const item of suite.infeasible.keys()) if (suite.covered.has(item)) suite.infeasible.delete(item);
}

function noteStray(suite: Suite, { edge, after }: { edge: number; after: number | undefined }): void {
  const { graph } = suite;
  const named = (index: number) => graph.edges[index]?.moves.map(({ move }) => moveName(move))[0] ?? '';
  const state = graph.nodes[graph.edges[edge]?.from ?? 0]?.state ?? '';
  const reason = `in ${state}, "${named(edge)}" goes elsewhere with the context that ${after === undefined ? 'the flow begins with' : `"${named(after)}" leaves`}`;
  if (after !== undefined) suite.infeasible.set(`pair ${after} ${edge}`, reason);
  if (!suite.covered.has(`edge ${edge}`)) suite.infeasible.set(`edge ${edge}`, reason);
}

/** Every edge that takes a transition, every outcome, and every answer of a guard that these do not show by themselves. */
function planTransitions({ graph, covered }: Suite): Plan {
  const demand = new Map<number, number>();
  const need = (edge: number, count: number) => demand.set(edge, Math.max(demand.get(edge) ?? 0, count));
  for (const [index, { transitions }] of graph.edges.entries()) {
    if (transitions.length > 0 && !covered.has(`edge ${index}`)) need(index, 1);
  }
  const assigned = new Map<number, Set<Item>>();
  const shown = new Set<Item>(covered);
  for (const index of demand.keys()) for (const item of alwaysShown(graph, index)) shown.add(item);
  const wants = (kind: string) => (item: Item) => item.startsWith(kind) && !shown.has(item);
  for (const kind of ['outcome ', 'guard ']) {
    for (const [item, edges] of showing(graph, wants(kind))) {
      if (shown.has(item)) continue;
      // Where there is room: on an edge that is walked anyway and shows least beside it.
      const load = (edge: number) => (assigned.get(edge)?.size ?? 0) + (demand.has(edge) ? 0 : 1);
      const best = edges.toSorted((a, b) => load(a) - load(b) || a - b)[0] ?? 0;
      const held = assigned.get(best) ?? new Set();
      assigned.set(best, held.add(item));
      need(best, held.size);
      shown.add(item);
    }
  }
  const arcs = graph.edges.map(({ from, to }, index): Arc => ({ from, to, demand: demand.get(index) ?? 0 }));
  // An event that changes nothing is no way to anywhere.
  const used = arcs.flatMap((arc, index) => (arc.demand > 0 || graph.edges[index]?.transitions.length ? [index] : []));
  const { walks, lowerBound } = shortestTours(
    graph.nodes.length,
    rootNodes(graph),
    used.flatMap((index) => arcs[index] ?? []),
  );
  return { walks: walks.map((one) => one.map((arc) => used[arc] ?? 0)), lowerBound };
}

/** What every move of the edge shows. */
function alwaysShown(graph: Graph, index: number): Item[] {
  const [first, ...rest] = graph.edges[index]?.moves ?? [];
  if (first === undefined) return [];
  return itemsOf(first.move, first.guards).filter((item) =>
    rest.every(({ move, guards }) => itemsOf(move, guards).includes(item)),
  );
}

function showing(graph: Graph, wanted: (item: Item) => boolean): Map<Item, number[]> {
  const found = new Map<Item, number[]>();
  for (const [index, { moves }] of graph.edges.entries()) {
    for (const { move, guards } of moves) {
      for (const item of itemsOf(move, guards)) {
        if (!wanted(item)) continue;
        const edges = found.get(item) ?? [];
        if (edges.at(-1) !== index) edges.push(index);
        found.set(item, edges);
      }
    }
  }
  return found;
}

/** Every two transitions that follow each other: tours over the graph whose nodes are the edges. */
function planPairs({ graph, covered, infeasible }: Suite): Plan {
  const lines = graph.edges.flatMap(({ transitions }, index) => (transitions.length > 0 ? [index] : []));
  const place = new Map(lines.map((edge, index) => [edge, index]));
  const roots = rootNodes(graph);
  const arcs: (Arc & { edge: number })[] = roots.flatMap((root, at) =>
    lines
      .filter((edge) => graph.edges[edge]?.from === root)
      .map((edge) => ({ from: lines.length + at, to: place.get(edge) ?? 0, demand: 0, edge })),
  );
  for (const [first, second] of pairsOf(graph)) {
    const item = `pair ${first} ${second}`;
    const demand = covered.has(item) || infeasible.has(item) ? 0 : 1;
    arcs.push({ from: place.get(first) ?? 0, to: place.get(second) ?? 0, demand, edge: second });
  }
  const starts = roots.map((_, at) => lines.length + at);
  const { walks, lowerBound } = shortestTours(lines.length + roots.length, starts, arcs);
  return { walks: walks.map((one) => one.map((arc) => arcs[arc]?.edge ?? 0)), lowerBound };
}

export function pairsOf(graph: Graph): [number, number][] {
  const leaving = new Map<number, number[]>();
  for (const [index, { from, transitions }] of graph.edges.entries()) {
    if (transitions.length > 0) leaving.set(from, [...(leaving.get(from) ?? []), index]);
  }
  return graph.edges.flatMap(({ to, transitions }, first) =>
    transitions.length === 0 ? [] : (leaving.get(to) ?? []).map((second): [number, number] => [first, second]),
  );
}

/** What two edges have in common with every pair that takes the same transitions, through whichever classes of context. */
export function transitionsOfPair({ edges }: Graph, first: number, second: number): string {
  return [first, second].map((edge) => edges[edge]?.transitions.join(' and ')).join(', then ');
}

function rootNodes(graph: Graph): number[] {
  return [...new Set(graph.roots.map(({ node }) => node))];
}

/** Outcomes that the material declares: done, each progress of a job, and each refusal, of each effect. */
export function outcomesOf(material: Material): string[] {
  const effects = Object.keys({ ...material.replies, ...material.refusals });
  return effects.flatMap((effect) => effectMoves(material, effect)).flatMap((move) => outcomeOf(move) ?? []);
}
