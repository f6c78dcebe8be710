import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '#engine/flow/view.ts';
import type { GraphRoot } from './explore.ts';
import { boundariesOf, branchesOf } from '#engine/cases/boundaries.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { fixedAnswers, makeEvent, screenOfSnapshot, withFixed, type BoundCase, type Material } from './material.ts';
import { invokesOf, type Move } from './move.ts';
import { Atlas, named, stepBy, type Path, type PathStep } from './path.ts';
import { holds, standingAnswers } from './standing.ts';
import { takeEvent } from './take-event.ts';

export interface BoundaryPlan {
  /** The material with the cases that the paths name. */
  material: Material;
  paths: Path[];
  /** Every side of every bound: `details /name maxLength 50 inside`. */
  total: string[];
  /** Those that no path can show, and why. */
  infeasible: Map<string, string>;
  known: Set<string>;
}

/** How a path is known to show a side of a bound. */
export function sideOf(screen: string, name: string): string {
  return `${screen} ${name}`;
}

/** Paths to every screen that asks, there trying what is just outside its bounds and submitting what is just inside. */
export function boundaryPaths(material: Material, atlas: Atlas): BoundaryPlan {
  const cases: Record<string, Record<string, BoundCase>> = {};
  const plan: BoundaryPlan = {
    material: { ...material, cases },
    paths: [],
    total: [],
    infeasible: new Map(),
    known: new Set(),
  };
  for (const [id, screen] of Object.entries(material.screens)) {
    if (screen.document.schema === undefined) continue;
    cases[id] = {};
    const left = new Map<string, string>();
    const signatures = new Set<string>();
    for (const place of placesOf(material, atlas, id)) {
      const signature = JSON.stringify(place.fixed);
      if (signatures.has(signature)) continue;
      signatures.add(signature);
      addSides(plan, id, left, place.fixed);
      tryAll(plan, atlas, place, id, left);
    }
    for (const [name, reason] of left) plan.infeasible.set(sideOf(id, name), reason);
  }
  return plan;
}

interface Place {
  node: number;
  /** What a person cannot change there. */
  fixed: Answers;
  /** The way to open the flow that leads there so; the nearest unless said. */
  root?: GraphRoot;
}

/** Where the screen asks: in each class of context, and as each way to open the flow comes there first. */
function placesOf(material: Material, atlas: Atlas, screen: string): Place[] {
  const { nodes, roots } = atlas.graph;
  const asking = new Set<number>();
  for (const [index, { snapshot, ended }] of nodes.entries())
    if (screenOfSnapshot(snapshot) === screen && !ended && invokesOf(snapshot).length === 0) asking.add(index);
  const inClasses = [...asking].flatMap((node): Place[] => {
    const snapshot = nodes[node]?.snapshot;
    return snapshot === undefined ? [] : [{ node, fixed: fixedAnswers(material, snapshot, screen) }];
  });
  const asOpened = roots.flatMap((root): Place[] => {
    const walker = new Walker(material, atlas);
    const node = walker.begin((one) => asking.has(one), [root]) === undefined ? undefined : walker.at();
    const fixed = walker.fixed(screen);
    return node === undefined || fixed === undefined ? [] : [{ node, fixed, root }];
  });
  return [...inClasses, ...asOpened];
}

const NOT_HERE =
  'no way to the screen lets a person answer so: a field that is hidden or locked there has another value';

/** What the screen's bounds are tried with while its fixed fields have these values; `left` are sides not yet tried. */
function addSides(plan: BoundaryPlan, id: string, left: Map<string, string>, fixed: Answers): void {
  const { material } = plan;
  const screen = material.screens[id];
  const held = material.cases?.[id] as Record<string, BoundCase>;
  if (screen === undefined) return;
  const now = new Date(Object.values(material.inputs)[0]?.now ?? 0);
  const bases = Object.values(material.answers[id] ?? {})
    .map((data) => standingAnswers(screen, withFixed(data, fixed)))
    .filter((data) => screen.validate(data, { now }).length === 0);
  const side = (name: string, found: BoundCase | undefined, reason = '') => {
    if (!plan.known.has(sideOf(id, name))) {
      plan.known.add(sideOf(id, name));
      plan.total.push(sideOf(id, name));
      left.set(name, reason);
    }
    if (found === undefined || !left.has(name)) return;
    if (!sameFixed(found.data, fixed)) {
      left.set(name, NOT_HERE);
      return;
    }
    held[name] = found;
    left.set(name, NOT_HERE);
  };
  const judge = { screen, now, holds };
  const boundaries = boundariesOf(judge, bases);
  for (const { name, inside, outside, reason } of boundaries) {
    side(`${name} inside`, inside && { data: inside }, reason);
    side(`${name} outside`, outside, reason);
  }
  const right = [...bases, ...boundaries.flatMap(({ inside }) => (inside === undefined ? [] : [inside]))];
  for (const { name, data, reason } of branchesOf(judge, right)) side(`condition ${name}`, data && { data }, reason);
}

function tryAll(plan: BoundaryPlan, atlas: Atlas, place: Place, screen: string, left: Map<string, string>): void {
  for (;;) {
    const names = [...left.keys()].filter((name) => plan.material.cases?.[screen]?.[name] !== undefined);
    const { path, tried } = tryAt(plan, atlas, place, screen, names);
    if (tried.length === 0) return;
    plan.paths.push(path);
    for (const name of tried) left.delete(name);
  }
}

function tryAt(
  { material }: BoundaryPlan,
  atlas: Atlas,
  { node, root }: Place,
  screen: string,
  names: readonly string[],
): { path: Path; tried: string[] } {
  const walker = new Walker(material, atlas);
  const begun = walker.begin((one) => one === node, root && [root]);
  const tried: string[] = [];
  if (begun === undefined) return { path: named(material.flow.id, '', []), tried };
  for (const outside of [true, false]) {
    for (const name of names) {
      const { data, error } = material.cases?.[screen]?.[name] ?? {};
      if (data === undefined || (error !== undefined) !== outside) continue;
      if (walker.at() !== node && !walker.go(node)) return { path: walker.path(begun), tried };
      const move = { kind: outside ? 'change' : 'submit', screen, data: name } as const;
      if (!walker.brings(move, data)) continue;
      walker.take(move);
      tried.push(name);
    }
  }
  return { path: walker.path(begun), tried };
}

function sameFixed(data: Answers, fixed: Answers): boolean {
  return Object.entries(fixed).every(([name, value]) => JSON.stringify(data[name]) === JSON.stringify(value));
}

/** Walks the graph with one real context. */
class Walker {
  private snapshot: AnyMachineSnapshot | undefined;
  private readonly steps: PathStep[] = [];
  private readonly material: Material;
  private readonly atlas: Atlas;

  constructor(material: Material, atlas: Atlas) {
    this.material = material;
    this.atlas = atlas;
  }

  /** Starts at the root from which it is nearest and goes there; the root's input. */
  begin(there: (node: number) => boolean, roots: readonly GraphRoot[] = this.atlas.graph.roots): string | undefined {
    const ways = roots.flatMap((root) => {
      const way = wayTo(this.atlas, root.node, there);
      return way === undefined ? [] : [{ root, way }];
    });
    const [nearest] = ways.toSorted((a, b) => a.way.length - b.way.length);
    if (nearest === undefined) return undefined;
    this.snapshot = nearest.root.snapshot;
    return this.follow(nearest.way) ? nearest.root.input : undefined;
  }

  at(): number | undefined {
    return this.snapshot && this.atlas.node(this.snapshot);
  }

  go(node: number): boolean {
    const here = this.at();
    const way = here === undefined ? undefined : route(this.atlas, here, node);
    return way !== undefined && this.follow(way);
  }

  /** What a person cannot change here. */
  fixed(screen: string): Answers | undefined {
    return this.snapshot && fixedAnswers(this.material, this.snapshot, screen);
  }

  /** Whether the page would send these answers as they are. */
  brings({ screen }: Move & { screen: string }, data: Answers): boolean {
    const fixed = this.fixed(screen);
    return fixed !== undefined && sameFixed(data, fixed);
  }

  take(move: Move): void {
    const event = this.snapshot && makeEvent(this.material, this.snapshot, move);
    if (event === undefined || this.snapshot === undefined) return;
    this.snapshot = takeEvent(this.material.flow.machine, this.snapshot, event).next;
    this.steps.push({ move, state: statePath(this.snapshot.value) });
  }

  path(input: string): Path {
    return named(this.material.flow.id, input, this.steps);
  }

  private follow(way: readonly number[]): boolean {
    for (const edge of way) {
      const step = this.snapshot && stepBy(this.material, this.atlas, this.snapshot, edge, () => false);
      if (step === undefined) return false;
      this.snapshot = step.next;
      this.steps.push({ move: step.move, state: statePath(step.next.value) });
    }
    return true;
  }
}

/** The fewest edges from one node to another. */
export function route(atlas: Atlas, from: number, to: number): number[] | undefined {
  return wayTo(atlas, from, (node) => node === to);
}

/** The fewest edges to the first such node. */
export function wayTo({ graph, leaving }: Atlas, from: number, there: (node: number) => boolean): number[] | undefined {
  const via = new Map<number, number>([[from, -1]]);
  const queue = [from];
  let to = there(from) ? from : undefined;
  for (let at = 0; at < queue.length && to === undefined; at += 1) {
    for (const edge of leaving(queue[at] ?? 0)) {
      const next = graph.edges[edge]?.to ?? 0;
      if (via.has(next)) continue;
      via.set(next, edge);
      queue.push(next);
      if (there(next)) to ??= next;
    }
  }
  if (to === undefined) return undefined;
  const way: number[] = [];
  for (let node = to; node !== from;) {
    const edge = via.get(node) ?? -1;
    way.unshift(edge);
    node = graph.edges[edge]?.from ?? from;
  }
  return way;
}
