import { pathCriteria } from '#api/contract/workbench.ts';
import { casePaths } from './case-paths.ts';
import { boundaryPaths, type BoundaryPlan } from './generator/boundary-paths.ts';
import type { Graph } from './generator/explore.ts';
import type { Material } from './generator/material.ts';
import { moveName } from './generator/move.ts';
import { Atlas, type Path } from './generator/path.ts';
import { outcomesOf, pairsOf, suiteFor, transitionsOfPair, type Suite } from './generator/suite.ts';
import { readKeptPath } from './kept-path.ts';
import type { LoadedFlow } from './load.ts';
import { reloadable } from './reload.ts';
import { sneaksOf, standingStates } from './sneak.ts';

export const criteria = pathCriteria;
export type Criterion = (typeof criteria)[number];

/** What of a criterion is shown, what is not, and why not. */
export interface Coverage {
  covered: number;
  total: number;
  infeasible: number;
  /** Shown by nothing, and nobody says why: each fails the run. */
  holes: string[];
  /** Cannot be shown, with the reason. */
  reasons: { item: string; reason: string }[];
}

export interface Generated {
  loaded: LoadedFlow;
  criteria: ReadonlySet<Criterion>;
  suite: Suite;
  boundaries: BoundaryPlan | undefined;
  paths: Path[];
  /** Of the paths that testers kept, and of those of their cases: those that can be walked, and those that cannot any more. */
  kept: { paths: Path[]; broken: { spelled: string; problem: string }[] };
  /** That of the suite; 0 where the suite is not asked for. */
  lowerBound: number;
  generationMs: number;
}

export function generate(loaded: LoadedFlow, wanted: ReadonlySet<Criterion>, seed: number): Generated {
  const begun = performance.now();
  const suite = suiteFor(loaded.material, { seed, pairs: wanted.has('pairs') });
  const boundaries = wanted.has('boundaries') ? boundaryPaths(loaded.material, new Atlas(suite.graph)) : undefined;
  const others: Criterion[] = ['states', 'transitions', 'guards', 'pairs', 'sneak', 'reload', 'outcomes'];
  const whole = others.some((one) => wanted.has(one));
  const material = boundaries?.material ?? loaded.material;
  const [asked, cases] = [readKept(loaded, material, suite.graph), casePaths(loaded, material, suite.graph)];
  const kept = { paths: [...asked.paths, ...cases.paths], broken: [...asked.broken, ...cases.broken] };
  const paths = unique([...(whole ? suite.paths : []), ...(boundaries?.paths ?? []), ...(whole ? kept.paths : [])]);
  const lowerBound = whole ? suite.lowerBound : 0;
  const generationMs = performance.now() - begun;
  return { loaded, criteria: wanted, suite, boundaries, paths, kept, lowerBound, generationMs };
}

/** Reads the paths that testers kept, and lists separately those that the flow can no longer walk. */
function readKept({ known: { keptPaths = [] } }: LoadedFlow, material: Material, graph: Graph): Generated['kept'] {
  const kept: Generated['kept'] = { paths: [], broken: [] };
  for (const spelled of keptPaths) {
    try {
      kept.paths.push(readKeptPath(material, graph, spelled));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      kept.broken.push({ spelled, problem: `A kept path cannot be walked: ${problem}` });
    }
  }
  return kept;
}

function unique(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [path.id, path])).values()];
}

/** An item as people read it: an edge of the graph by its states and moves. */
export function spoken(graph: Graph, item: string): string {
  const edge = (index: string | undefined) => {
    const { from, to, moves } = graph.edges[Number(index)] ?? { from: -1, to: -1, moves: [] };
    const [first] = moves;
    return `${graph.nodes[from]?.state}: ${first === undefined ? '' : moveName(first.move)} → ${graph.nodes[to]?.state}`;
  };
  const [kind, first, second] = item.split(' ');
  if (kind === 'edge') return edge(first);
  return kind === 'pair' ? `${edge(first)}, then ${edge(second)}` : item;
}

/** Pairs of which one stands for the others: each by itself, or those that take the same transitions. */
function pairGroups(graph: Graph, classes: boolean): string[][] {
  const groups = new Map<string, string[]>();
  for (const [first, second] of pairsOf(graph)) {
    const item = `pair ${first} ${second}`;
    const key = classes ? item : transitionsOfPair(graph, first, second);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

/** What a tier leaves to the others: items that it has no way to show, and classes of context. */
export interface Reach {
  beyond: ReadonlyMap<string, string>;
  /** Whether transitions, and pairs of them, are asked from every class of context, or each once. */
  classes: boolean;
  /** What is sneaked in, where it is not every event that a state does not declare. */
  sneaks?: readonly { item: string }[];
}

/** What each wanted criterion asks, against what was shown by paths that held. */
export function coverageOf(
  { loaded, suite, boundaries }: Generated,
  wanted: ReadonlySet<Criterion>,
  shown: ReadonlySet<string>,
  { beyond, classes, sneaks }: Reach = { beyond: new Map(), classes: true },
  ofWhole: ReadonlyMap<Criterion, Coverage> = new Map(),
): Record<Criterion, Coverage> {
  const nothing: Coverage = { covered: 0, total: 0, infeasible: 0, holes: [], reasons: [] };
  const { graph } = suite;
  const explained = loaded.known.unreachable ?? {};
  const reasonFor = (item: string) => explained[item.replace(/^\w+ /, '')] ?? beyond.get(item);
  const measured = (items: readonly string[], why: (item: string) => string | undefined): Coverage => {
    const coverage: Coverage = { covered: 0, total: items.length, infeasible: 0, holes: [], reasons: [] };
    for (const item of items) {
      if (shown.has(item)) {
        coverage.covered += 1;
        continue;
      }
      const reason = reasonFor(item) ?? why(item);
      if (reason === undefined) coverage.holes.push(spoken(graph, item));
      else coverage.reasons.push({ item: spoken(graph, item), reason });
    }
    coverage.infeasible = coverage.reasons.length;
    return coverage;
  };
  const explored =
    graph.leftOut.length === 0
      ? `all ${graph.nodes.length} classes of context were looked into and it is so in none`
      : undefined;
  const edges = graph.edges.flatMap(({ transitions }, index) => (transitions.length > 0 ? [index] : []));
  const taken = new Set(
    graph.edges.flatMap(({ transitions }) => transitions).concat(graph.roots.flatMap(({ transitions }) => transitions)),
  );
  const never = graph.transitions.all.filter(({ id }) => !taken.has(id)).map(({ id }) => `transition ${id}`);
  const lists: Record<Criterion, () => Coverage> = {
    states: () =>
      measured(
        standingStates(loaded.flow.machine).map((node) => `state ${node.path.join('.')}`),
        () => undefined,
      ),
    transitions: () =>
      measured(
        classes
          ? [...edges.map((index) => `edge ${index}`), ...never]
          : graph.transitions.all.map(({ id }) => `transition ${id}`),
        (item) => suite.infeasible.get(item),
      ),
    guards: () =>
      measured(
        graph.transitions.outcomes().map((item) => `guard ${item}`),
        () => explored,
      ),
    pairs: () =>
      measured(
        pairGroups(graph, classes).map(
          // One that was shown stands for all, then one that should have been.
          (group) =>
            group.find((item) => shown.has(item)) ??
            group.find((item) => (reasonFor(item) ?? suite.infeasible.get(item)) === undefined) ??
            (group[0] as string),
        ),
        (item) => suite.infeasible.get(item),
      ),
    boundaries: () =>
      measured(
        (boundaries?.total ?? []).map((item) => `boundary ${item}`),
        (item) => boundaries?.infeasible.get(item.slice('boundary '.length)),
      ),
    sneak: () => measured(sneaks?.map(({ item }) => item) ?? sneaksOf(loaded), () => undefined),
    reload: () =>
      measured(
        reloadable(loaded).map((state) => `reload ${state}`),
        () => undefined,
      ),
    outcomes: () =>
      measured(
        outcomesOf(loaded.material).map((item) => `outcome ${item}`),
        () => undefined,
      ),
    approved: () => ofWhole.get('approved') ?? nothing,
    laws: () => ofWhole.get('laws') ?? nothing,
  };
  return Object.fromEntries(criteria.map((one) => [one, wanted.has(one) ? lists[one]() : nothing])) as Record<
    Criterion,
    Coverage
  >;
}
