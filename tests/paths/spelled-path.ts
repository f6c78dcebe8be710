import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '#engine/flow/view.ts';
import type { Graph } from './generator/explore.ts';
import { makeEvent, movesAt, type Material } from './generator/material.ts';
import { moveName, type MachineEvent, type Move } from './generator/move.ts';
import { Atlas, named, stepBy, type Path, type PathStep } from './generator/path.ts';
import { route } from './generator/boundary-paths.ts';
import { takeEvent } from './generator/take-event.ts';

/** `NEW: submit details example 1 > closed`: a path as the command line and the report spell it. */
export function spell({ input, steps }: Path): string {
  return `${input}: ${steps.map(({ move }) => moveName(move)).join(' > ')}`;
}

/** Throws, naming what can be done there, at a move that cannot. */
export function readPath(material: Material, graph: Graph, spelled: string): Path {
  const [input = '', rest = ''] = spelled.split(/: ?(.*)/s);
  let snapshot = graph.roots.find((root) => root.input === input)?.snapshot;
  if (snapshot === undefined)
    throw new Error(`"${input}" is no way to open ${material.flow.id}: ${Object.keys(material.inputs).join(', ')}`);
  const steps: PathStep[] = [];
  for (const name of rest
    .split(' > ')
    .map((word) => word.trim())
    .filter(Boolean)) {
    const move: Move | undefined = movesIn(material, graph, snapshot).find((one) => moveName(one) === name);
    const event: MachineEvent | undefined = move && makeEvent(material, snapshot, move);
    if (move === undefined || event === undefined) {
      const can = movesAt(material, graph.transitions, snapshot).map((one) => moveName(one.move));
      throw new Error(`"${name}" cannot be done in ${statePath(snapshot.value)}. There: ${can.join('; ')}`);
    }
    snapshot = takeEvent(material.flow.machine, snapshot, event).next;
    steps.push({ move, state: statePath(snapshot.value) });
  }
  return named(material.flow.id, input, steps);
}

/** Everything that can be done there, with the values at bounds. */
export function movesIn(material: Material, { transitions }: Graph, snapshot: AnyMachineSnapshot): Move[] {
  return [...movesAt(material, transitions, snapshot).map(({ move }) => move), ...casesOf(material)];
}

function casesOf({ cases = {} }: Material): Move[] {
  return Object.entries(cases).flatMap(([screen, held]) =>
    Object.keys(held).flatMap((data): Move[] => [
      { kind: 'change', screen, data },
      { kind: 'submit', screen, data },
    ]),
  );
}

/** The fewest steps to the state before the last of `taken` and then that one; `undefined` when it is no shorter. */
export function shortened(material: Material, graph: Graph, path: Path, taken: number): Path | undefined {
  const atlas = new Atlas(graph);
  const last = path.steps[taken - 1];
  const root = graph.roots.find(({ input }) => input === path.input);
  let snapshot = root?.snapshot;
  for (const { move } of path.steps.slice(0, Math.max(taken - 1, 0))) {
    const event = snapshot && makeEvent(material, snapshot, move);
    if (snapshot === undefined || event === undefined) return undefined;
    snapshot = takeEvent(material.flow.machine, snapshot, event).next;
  }
  const node = snapshot && atlas.node(snapshot);
  if (node === undefined || last === undefined) return undefined;
  const ways = graph.roots.flatMap((one) => {
    const way = route(atlas, one.node, node);
    return way === undefined ? [] : [{ root: one, way }];
  });
  const [shortest] = ways.toSorted((a, b) => a.way.length - b.way.length);
  if (shortest === undefined || shortest.way.length + 1 >= taken) return undefined;
  let here: AnyMachineSnapshot | undefined = shortest.root.snapshot;
  const steps: PathStep[] = [];
  for (const edge of shortest.way) {
    const step: ReturnType<typeof stepBy> = here && stepBy(material, atlas, here, edge, () => false);
    if (step === undefined) return undefined;
    here = step.next;
    steps.push({ move: step.move, state: statePath(step.next.value) });
  }
  return named(material.flow.id, shortest.root.input, [...steps, last]);
}
