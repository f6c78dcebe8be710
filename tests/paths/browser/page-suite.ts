// The paths of a flow for the page: those of the other tiers as far as the page has a way, and more to what they lose by that.
import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '#engine/flow/view.ts';
import { moveName } from '#engine/paths/move.ts';
import { named, type Item, type Path, type PathStep } from '#engine/paths/path.ts';
import type { PagePath, PagePaths, PageStep } from './page-path.ts';

export interface PageSuite {
  paths: PagePath[];
  /** What no path can show in the page, and why. */
  beyond: Map<Item, string>;
}

/** `wanted`: what the other tiers' paths show. */
export function pageSuite(pages: PagePaths, paths: readonly Path[], wanted: ReadonlySet<Item>): PageSuite {
  const made = paths.map((path) => pages.made(path)).filter(({ path }) => path.steps.length > 0);
  const beyond = new Map(made.flatMap((one) => [...one.beyond]));
  const shown = new Set(made.flatMap(({ shows }) => shows));
  const ways = new Ways(pages);
  for (const item of wanted) {
    if (shown.has(item) || beyond.has(item) || item.startsWith('pair ')) continue;
    const path = ways.to(item);
    if (path === undefined) {
      beyond.set(item, ways.reason(item));
      continue;
    }
    const more = pages.made(path);
    made.push(more);
    for (const one of more.shows) shown.add(one);
  }
  // A pair is beyond the page where one of its two is: what the page has no way to is followed by nothing there.
  for (const item of wanted) {
    const [, first, second] = /^pair (\d+) (\d+)$/.exec(item) ?? [];
    const edges = [`edge ${first}`, `edge ${second}`].filter((edge) => !shown.has(edge));
    const reason = edges.map((edge) => beyond.get(edge)).find((why) => why !== undefined);
    if (reason !== undefined && !shown.has(item)) beyond.set(item, reason);
  }
  return { paths: made, beyond };
}

/**
 * As few of the paths, and of each as little, as show the same states, transitions, guards and outcomes: each transition
 * once, instead of from every class of context that the guards tell apart.
 */
export function brief({ paths, beyond }: PageSuite): PageSuite {
  const kept = (item: Item) => !/^(?:edge|pair) /.test(item);
  const left = new Set(paths.flatMap(({ shows }) => shows).filter(kept));
  const chosen: PagePath[] = [];
  while (left.size > 0) {
    const cuts = paths.map((one) => cut(one, left));
    const [best] = cuts.toSorted((a, b) => b.worth - a.worth);
    if (best === undefined || best.worth === 0) break;
    chosen.push(best.path);
    for (const item of best.path.shows) left.delete(item);
  }
  return { paths: chosen, beyond };
}

/** What a path costs before its first step, in steps. */
const OPENING = 8;

/** The path as far as it goes on to show what is left, and how much that is for each step. */
function cut(whole: PagePath, left: ReadonlySet<Item>): { path: PagePath; worth: number } {
  const fresh = new Set<Item>();
  let [best, length] = [0, 0];
  for (const [at, items] of whole.showsAt.entries()) {
    for (const item of items) if (left.has(item)) fresh.add(item);
    const worth = fresh.size / (at + OPENING);
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
  private readonly found: Map<Item, Path>;

  constructor(pages: PagePaths) {
    this.pages = pages;
    this.found = this.all();
  }

  /** The shortest path that shows the item. */
  to(item: Item): Path | undefined {
    return this.found.get(item);
  }

  reason(item: Item): string {
    const { graph } = this.pages.atlas;
    const edge = graph.edges[Number(/^edge (\d+)$/.exec(item)?.[1] ?? -1)];
    const snapshot = graph.nodes[edge?.from ?? -1]?.snapshot;
    const [first] = edge?.moves ?? [];
    if (edge === undefined || snapshot === undefined || first === undefined) return 'the page has no way to it';
    const why = this.pages.reason(snapshot, { move: first.move, transitions: edge.transitions });
    return `${moveName(first.move)}: ${why ?? `the page has no way to this context of ${statePath(snapshot.value)}`}`;
  }

  private all(): Map<Item, Path> {
    const { atlas } = this.pages;
    const found = new Map<Item, Path>();
    const reached = new Set(atlas.graph.roots.map(({ node }) => node));
    let ways = atlas.graph.roots.map(({ input, snapshot }): Way => ({ input, snapshot, steps: [] }));
    while (ways.length > 0) {
      const next: Way[] = [];
      for (const way of ways) {
        for (const step of this.pages.stepsAt(way.snapshot)) {
          const on = after(way, step);
          for (const item of [...step.items, `state ${statePath(step.next.value)}`])
            if (!found.has(item))
              found.set(item, named(atlas.graph.nodes[0]?.snapshot.machine.id ?? '', on.input, on.steps));
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
