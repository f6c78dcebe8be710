// The paths of a flow for the page: those of the other tiers as far as the page has a way, and more to what they lose by that.
import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '#engine/flow/view.ts';
import type { Graph } from '../generator/explore.ts';
import { moveName } from '../generator/move.ts';
import { itemsOf, named, type Item, type Path, type PathStep } from '../generator/path.ts';
import { transitionsOfPair } from '../generator/suite.ts';
import type { Criterion, Generated } from '../criteria.ts';
import { KEPT } from './beyond-hands.ts';
import type { PagePath, PagePaths, PageStep } from './page-path.ts';

const PAIR = /^pair (\d+) (\d+)$/;

export interface PageSuite {
  paths: PagePath[];
  /** What no path can show in the page, and why. */
  beyond: Map<Item, string>;
  /** The ids of those that try one bound each, which no other path of the page comes to in time. */
  ofBounds: Set<string>;
}

/** `wanted`: what the other tiers' paths show. */
export function pageSuite(pages: PagePaths, paths: readonly Path[], wanted: ReadonlySet<Item>): PageSuite {
  // What the page cannot do is left out; a way to open the flow is a path without steps.
  const made = paths.flatMap((path) => {
    const page = pages.made(path);
    return page.path.steps.length > 0 || path.steps.length === 0 ? [page] : [];
  });
  const beyond = new Map(made.flatMap((one) => [...one.beyond]));
  const shown = new Set(made.flatMap(({ shows }) => shows));
  const ways = new Ways(pages);
  const add = (path: Path) => {
    const more = pages.made(path);
    made.push(more);
    for (const one of more.shows) shown.add(one);
  };
  const ofBounds = new Set<string>();
  for (const { path, bound } of beforeChoices(pages, paths, beyond)) {
    beyond.delete(bound);
    ofBounds.add(path.id);
    add(path);
  }
  for (const item of wanted) {
    if (shown.has(item) || beyond.has(item) || PAIR.test(item)) continue;
    const path = ways.to(item);
    if (path === undefined) beyond.set(item, ways.reason(item));
    else add(path);
  }
  for (const item of belowStates(pages.atlas.graph)) {
    if (shown.has(item) || beyond.has(item)) continue;
    const path = ways.to(item);
    if (path !== undefined) {
      add(path);
      continue;
    }
    const reason = beyond.get(`state ${stateIn(item)}`) ?? reasonOfEdges(pages.atlas.graph, item, beyond);
    if (reason !== undefined) beyond.set(item, reason);
  }
  for (const item of wanted) {
    const [, first, second] = PAIR.exec(item) ?? [];
    if (first === undefined || second === undefined || shown.has(item)) continue;
    // A pair is beyond the page where one of its two is: what the page has no way to is followed by nothing there.
    const edges = [`edge ${first}`, `edge ${second}`].filter((edge) => !shown.has(edge));
    const reason = edges.map((edge) => beyond.get(edge)).find((why) => why !== undefined);
    const path = reason === undefined ? ways.toBoth(Number(first), Number(second)) : undefined;
    if (reason !== undefined) beyond.set(item, reason);
    else if (path !== undefined) add(path);
  }
  return { paths: made, beyond, ofBounds };
}

/**
 * A choice that was made is not taken back, so whether it is asked for is tried before it is made: on the way of the path to
 * the screen, as the first that is tried there.
 */
function beforeChoices(
  pages: PagePaths,
  paths: readonly Path[],
  beyond: ReadonlyMap<Item, string>,
): { path: Path; bound: Item }[] {
  const { cases = {} } = pages.material;
  const found = new Map<Item, Path>();
  for (const path of paths) {
    const tries = ({ move }: PathStep) => 'data' in move && cases[move.screen]?.[move.data] !== undefined;
    for (const step of path.steps) {
      const { move } = step;
      if (!('data' in move) || !tries(step)) continue;
      const bound = `boundary ${move.screen} ${move.data}`;
      if (found.has(bound) || beyond.get(bound)?.endsWith(KEPT) !== true) continue;
      const way = path.steps.slice(0, path.steps.findIndex(tries));
      const alone = named(pages.material.flow.id, path.input, [...way, step]);
      if (!pages.made(alone).beyond.has(bound)) found.set(bound, alone);
    }
  }
  return [...found].map(([bound, path]) => ({ bound, path }));
}

/** What a state that the page never comes to keeps from being shown: its transitions, and a reload in it. */
function belowStates({ edges }: Graph): Item[] {
  const transitions = [...new Set(edges.flatMap((edge) => edge.transitions))];
  return [
    ...transitions.map((id) => `transition ${id}`),
    ...new Set(transitions.map((id) => `reload ${stateIn(`transition ${id}`)}`)),
  ];
}

/** Why no page takes the transition: where it is beyond the page from every class of context. */
function reasonOfEdges({ edges }: Graph, item: Item, beyond: ReadonlyMap<Item, string>): string | undefined {
  const reasons = edges.flatMap(({ transitions }, index) =>
    transitions.some((id) => item === `transition ${id}`) ? [beyond.get(`edge ${index}`)] : [],
  );
  return reasons.every((reason) => reason !== undefined) ? reasons[0] : undefined;
}

/** `transition conflict step.changed` → `conflict`. */
function stateIn(item: Item): string {
  return item.split(' ')[1] ?? '';
}

/**
 * As few of the paths, and of each as little, as show the same of what the criteria ask: each transition once, instead of
 * from every class of context that the guards tell apart. Paths that try bounds, and those that testers kept, stay as they are. `opensAnywhere`: the tier
 * opens a path where it begins to show something new, so that what comes before costs nothing.
 */
export function brief(
  { paths, beyond, ofBounds: single }: PageSuite,
  { criteria, suite, boundaries, kept }: Generated,
  { opensAnywhere = false } = {},
): PageSuite {
  const ofBounds = new Set([...single, ...(boundaries?.paths ?? []).map(({ id }) => id)]);
  const isKept = new Set(kept.paths.map(({ id }) => id));
  const chosen = paths.filter(({ path }) => ofBounds.has(path.id) || isKept.has(path.id));
  const asked = (item: Item) => withoutClasses(item, suite.graph, criteria);
  const offered = paths.map((path) => ({ path, asked: path.showsAt.map((items) => items.flatMap(asked)) }));
  const left = new Set(offered.flatMap((one) => one.asked.flat()));
  for (const item of chosen.flatMap(({ shows }) => shows.flatMap(asked))) left.delete(item);
  while (left.size > 0) {
    const cuts = offered.map((one) => cut(one, left, opensAnywhere));
    const best = cuts.reduce((a, b) => (b.worth > a.worth ? b : a));
    if (best.worth === 0) break;
    chosen.push(best.path);
    for (const item of best.path.shows.flatMap(asked)) left.delete(item);
  }
  return { paths: chosen, beyond, ofBounds: single };
}

const criterionOf: Readonly<Record<string, Criterion>> = {
  state: 'states',
  transition: 'transitions',
  guard: 'guards',
  outcome: 'outcomes',
};

/** The item as it is asked where classes of context are not told apart; none where no criterion asks for it. */
export function withoutClasses(item: Item, graph: Graph, criteria: ReadonlySet<Criterion>): Item[] {
  const [, first, second] = PAIR.exec(item) ?? [];
  if (first !== undefined && second !== undefined)
    return criteria.has('pairs') ? [transitionsOfPair(graph, Number(first), Number(second))] : [];
  const criterion = criterionOf[item.split(' ')[0] ?? ''];
  return criterion !== undefined && criteria.has(criterion) ? [item] : [];
}

/** What a path costs before its first step, in steps. */
const OPENING = 8;

/** The path as far as it goes on to show what is left, and how much that is for each step. */
function cut(
  { path: whole, asked }: { path: PagePath; asked: readonly Item[][] },
  left: ReadonlySet<Item>,
  opensAnywhere: boolean,
): { path: PagePath; worth: number } {
  const fresh = new Set<Item>();
  let [best, length] = [0, 0];
  const begin = opensAnywhere ? asked.findIndex((items) => items.some((item) => left.has(item))) : 0;
  for (const [at, items] of asked.entries()) {
    for (const item of items) if (left.has(item)) fresh.add(item);
    const worth = fresh.size / (at - begin + OPENING);
    if (worth >= best && fresh.size > 0) [best, length] = [worth, at];
  }
  const { path, showsAt, beyond } = whole;
  const short = showsAt.slice(0, length + 1);
  const shows = [...new Set(short.flat())];
  return {
    path: { path: { ...path, steps: path.steps.slice(0, length) }, showsAt: short, shows, beyond },
    worth: best,
  };
}

interface Way {
  input: string;
  snapshot: AnyMachineSnapshot;
  steps: PathStep[];
}

/** The shortest way that the page has to each class of context, found once. */
class Ways {
  private readonly pages: PagePaths;
  private readonly found: Map<Item, Way>;

  constructor(pages: PagePaths) {
    this.pages = pages;
    this.found = this.all();
  }

  /** The shortest path that shows the item. */
  to(item: Item): Path | undefined {
    const way = this.found.get(item);
    return way && this.path(way);
  }

  /** The shortest to the first of two edges, and on by the second where that leaves a way to it. */
  toBoth(first: number, second: number): Path | undefined {
    const way = this.found.get(`edge ${first}`);
    const step = way && this.pages.stepsAt(way.snapshot).find(({ edge }) => edge === second);
    return step && this.path(after(way, step));
  }

  /** Why the page cannot show the item: what keeps it from the moves that do, or that it has no way to where they are made. */
  reason(item: Item): string {
    const { graph } = this.pages.atlas;
    const moves = graph.edges.flatMap((edge, index) =>
      edge.moves
        .filter(({ move, guards }) =>
          [
            `edge ${index}`,
            `state ${graph.nodes[edge.to]?.state ?? ''}`,
            ...edge.transitions.map((id) => `transition ${id}`),
            ...itemsOf(move, guards),
          ].includes(item),
        )
        .map(({ move }) => ({ move, edge, at: graph.nodes[edge.from]?.snapshot })),
    );
    const [first] = moves;
    if (first?.at === undefined) return 'the page has no way to it';
    for (const { move, edge, at } of moves) {
      const why = at && this.pages.reason(at, { move, transitions: edge.transitions });
      if (why !== undefined) return `${moveName(move)}: ${why}`;
    }
    return `${moveName(first.move)}: the page has no way to this context of ${statePath(first.at.value)}`;
  }

  private path({ input, steps }: Way): Path {
    return named(this.pages.atlas.graph.nodes[0]?.snapshot.machine.id ?? '', input, steps);
  }

  private all(): Map<Item, Way> {
    const { atlas } = this.pages;
    const found = new Map<Item, Way>();
    const reached = new Set(atlas.graph.roots.map(({ node }) => node));
    let ways = atlas.graph.roots.map(({ input, snapshot }): Way => ({ input, snapshot, steps: [] }));
    while (ways.length > 0) {
      const next: Way[] = [];
      for (const way of ways) {
        for (const step of this.pages.stepsAt(way.snapshot)) {
          const on = after(way, step);
          for (const item of [...step.items, `state ${statePath(step.next.value)}`])
            if (!found.has(item)) found.set(item, on);
          const node = atlas.node(step.next);
          if (node === undefined || reached.has(node) || step.next.status !== 'active') continue;
          reached.add(node);
          next.push(on);
        }
      }
      ways = next;
    }
    return found;
  }
}

function after({ input, steps }: Way, { move, next }: PageStep): Way {
  return { input, snapshot: next, steps: [...steps, { move, state: statePath(next.value) }] };
}
