import type { Graph, GraphEdge } from './explore.ts';
import { itemsOf, type Item } from './path.ts';
import { shortestTours, type Arc } from './postman.ts';

/**
 * The fewest steps that any paths could take to show these items (`transition …`, `outcome …`, and `pair …` by the transitions
 * that its edges take) where classes of context are not told apart: a lower bound, found on the states alone, which a way
 * through classes of context passes as well.
 */
export function fewestSteps(graph: Graph, items: Iterable<Item>): number {
  const asked = new Set(items);
  return Math.max(throughStates(graph, asked), throughPairs(graph, asked));
}

/** Tours over the states, where each line between two is walked as often as what it alone shows takes steps. */
function throughStates(graph: Graph, asked: ReadonlySet<Item>): number {
  const numbers = new Map<string, number>();
  const numberOf = (node: number) => numbered(numbers, graph.nodes[node]?.state ?? '');
  const lines = new Map<string, { from: number; to: number; edges: GraphEdge[] }>();
  for (const edge of graph.edges) {
    const [from, to] = [numberOf(edge.from), numberOf(edge.to)];
    const line = lines.get(`${from} ${to}`) ?? { from, to, edges: [] };
    line.edges.push(edge);
    lines.set(`${from} ${to}`, line);
  }
  const atTheStart = new Set(graph.roots.flatMap(({ transitions }) => named(transitions)));
  const seenOn = new Map<Item, Set<string>>();
  for (const [key, { edges }] of lines) {
    for (const item of edges.flatMap(stepsOf).flat()) seenOn.set(item, (seenOn.get(item) ?? new Set()).add(key));
  }
  const onlyThere = (item: Item) => asked.has(item) && seenOn.get(item)?.size === 1 && !atTheStart.has(item);
  const arcs = [...lines.values()].map(({ from, to, edges }): Arc => {
    return { from, to, demand: apart(edges.flatMap(stepsOf).map((items) => items.filter(onlyThere))) };
  });
  return shortestTours(numbers.size, [...new Set(graph.roots.map(({ node }) => numberOf(node)))], arcs).lowerBound;
}

/** Tours over the transitions, where each of the pairs is one to walk. */
function throughPairs(graph: Graph, asked: ReadonlySet<Item>): number {
  const numbers = new Map<string, number>();
  const numberOf = (edge: number) => numbered(numbers, graph.edges[edge]?.transitions.join(' and ') ?? '');
  const arcs = new Map<string, Arc>();
  for (const item of asked) {
    const [, first, second] = /^pair (\d+) (\d+)$/.exec(item) ?? [];
    if (first === undefined || second === undefined) continue;
    const [from, to] = [numberOf(Number(first)), numberOf(Number(second))];
    arcs.set(`${from} ${to}`, { from, to, demand: 1 });
  }
  if (arcs.size === 0) return 0;
  // A path may begin with any of them: that it has to come there costs nothing here.
  const starts = Array.from({ length: numbers.size }, (_, index) => numbers.size + index);
  const begun = starts.map((start, to): Arc => ({ from: start, to, demand: 0 }));
  return shortestTours(numbers.size * 2, starts, [...arcs.values(), ...begun]).lowerBound;
}

/** At least so many steps show all of the items: as many as no step shows two of. */
function apart(steps: readonly (readonly Item[])[]): number {
  const beside = new Map<Item, Set<Item>>();
  for (const items of steps) {
    for (const item of items) {
      const others = beside.get(item) ?? new Set();
      for (const other of items) others.add(other);
      beside.set(item, others);
    }
  }
  const rarest = [...beside].toSorted(([, a], [, b]) => a.size - b.size);
  const shown = new Set<Item>();
  let count = 0;
  for (const [item, others] of rarest) {
    if (shown.has(item)) continue;
    count += 1;
    for (const other of others) shown.add(other);
  }
  return count;
}

/** What each move of an edge shows; its guards are left out, since answers that stand decide which are asked. */
function stepsOf({ transitions, moves }: GraphEdge): Item[][] {
  return moves.map(({ move }) => [...itemsOf(move, []), ...named(transitions)]);
}

function named(transitions: readonly string[]): Item[] {
  return transitions.map((id) => `transition ${id}`);
}

function numbered(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}
