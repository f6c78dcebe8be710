import { getNextSnapshot, type AnyMachineSnapshot } from 'xstate';
import { statePath } from '../flow/view.ts';
import { boundariesOf, branchesOf } from './boundaries.ts';
import { screenOfSnapshot, makeEvent, type BoundCase, type Material } from './material.ts';
import { invokesOf, type Move } from './move.ts';
import { Atlas, named, stepBy, type Path, type PathStep } from './path.ts';

export interface BoundaryPlan {
  /** The material with the cases that the paths name. */
  material: Material;
  paths: Path[];
  /** Every side of every bound: `details /name maxLength 50 inside`. */
  total: string[];
  /** Those that no path can show, and why. */
  infeasible: Map<string, string>;
}

/** How a path is known to show a side of a bound. */
export function sideOf(screen: string, name: string): string {
  return `${screen} ${name}`;
}

/** Paths to every screen that asks, there trying what is just outside its bounds and submitting what is just inside. */
export function boundaryPaths(material: Material, atlas: Atlas): BoundaryPlan {
  const cases: Record<string, Record<string, BoundCase>> = {};
  const plan: BoundaryPlan = { material: { ...material, cases }, paths: [], total: [], infeasible: new Map() };
  for (const [id, screen] of Object.entries(material.screens)) {
    if (screen.document.schema === undefined) continue;
    const now = new Date(Object.values(material.inputs)[0]?.now ?? 0);
    const bases = Object.values(material.answers[id] ?? {});
    const held: Record<string, BoundCase> = (cases[id] = {});
    const side = (name: string, found: BoundCase | undefined, reason = '') => {
      plan.total.push(sideOf(id, name));
      if (found === undefined) plan.infeasible.set(sideOf(id, name), reason);
      else held[name] = found;
    };
    const boundaries = boundariesOf(screen, bases, now);
    for (const { name, inside, outside, reason } of boundaries) {
      side(`${name} inside`, inside && { data: inside }, reason);
      side(`${name} outside`, outside, reason);
    }
    const right = [...bases, ...boundaries.flatMap(({ inside }) => inside ?? [])];
    for (const { name, data, reason } of branchesOf(screen, right, now)) side(`condition ${name}`, data && { data }, reason);
    const left = pathsOfScreen(plan, atlas, id, Object.keys(held));
    for (const name of left) {
      plan.infeasible.set(sideOf(id, name), 'no way to the screen lets a person answer so: the fields that are hidden or locked there differ');
    }
  }
  return plan;
}

/** Adds paths that try the cases of one screen; answers with those that can be tried nowhere. */
function pathsOfScreen(plan: BoundaryPlan, atlas: Atlas, screen: string, names: readonly string[]): string[] {
  const { graph } = atlas;
  let left = [...names];
  for (const [index, node] of graph.nodes.entries()) {
    if (left.length === 0) break;
    if (screenOfSnapshot(node.snapshot) !== screen || node.ended || invokesOf(node.snapshot).length > 0) continue;
    for (let tries = 0; tries <= names.length && left.length > 0; tries += 1) {
      const { path, tried } = tryAt(plan, atlas, index, screen, left);
      if (tried.length === 0) break;
      plan.paths.push(path);
      left = left.filter((name) => !tried.includes(name));
    }
  }
  return left;
}

function tryAt(
  { material }: BoundaryPlan,
  atlas: Atlas,
  node: number,
  screen: string,
  names: readonly string[],
): { path: Path; tried: string[] } {
  const walker = new Walker(material, atlas);
  const begun = walker.begin(node);
  const tried: string[] = [];
  if (begun === undefined) return { path: named(material.flow.id, '', []), tried };
  for (const outside of [true, false]) {
    for (const name of names) {
      const { data, error } = material.cases?.[screen]?.[name] ?? {};
      if (data === undefined || (error !== undefined) !== outside) continue;
      if (walker.at() !== node && !walker.go(node)) return { path: walker.path(begun), tried };
      const move: Move = { kind: outside ? 'change' : 'submit', screen, data: name };
      if (!same(walker.event(move)?.['data'], data)) continue;
      walker.take(move);
      tried.push(name);
    }
  }
  return { path: walker.path(begun), tried };
}

function same(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown) =>
    JSON.stringify(value, (_, held: unknown) =>
      typeof held === 'object' && held !== null && !Array.isArray(held)
        ? Object.fromEntries(Object.entries(held).toSorted(([one], [other]) => (one < other ? -1 : 1)))
        : held,
    );
  return sorted(a) === sorted(b);
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

  /** Starts at the root that is nearest to the node and goes there; the root's input. */
  begin(node: number): string | undefined {
    const { graph } = this.atlas;
    const ways = graph.roots.flatMap((root) => {
      const way = route(this.atlas, root.node, node);
      return way === undefined ? [] : [{ root, way }];
    });
    const [nearest] = ways.toSorted((a, b) => a.way.length - b.way.length);
    if (nearest === undefined) return undefined;
    this.snapshot = graph.nodes[nearest.root.node]?.snapshot;
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

  event(move: Move) {
    return this.snapshot && makeEvent(this.material, this.snapshot, move);
  }

  take(move: Move): void {
    const event = this.event(move);
    if (event === undefined || this.snapshot === undefined) return;
    this.snapshot = getNextSnapshot(this.material.flow.machine, this.snapshot, event) as AnyMachineSnapshot;
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
export function route({ graph, leaving }: Atlas, from: number, to: number): number[] | undefined {
  const via = new Map<number, number>([[from, -1]]);
  const queue = [from];
  for (let at = 0; at < queue.length && !via.has(to); at += 1) {
    for (const edge of leaving(queue[at] ?? 0)) {
      const next = graph.edges[edge]?.to ?? 0;
      if (via.has(next)) continue;
      via.set(next, edge);
      queue.push(next);
    }
  }
  if (!via.has(to)) return undefined;
  const way: number[] = [];
  for (let node = to; node !== from; ) {
    const edge = via.get(node) ?? -1;
    way.unshift(edge);
    node = graph.edges[edge]?.from ?? from;
  }
  return way;
}
