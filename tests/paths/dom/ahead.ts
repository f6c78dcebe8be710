import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { FlowContext } from '#engine/flow/flow.ts';
import type { PagePath } from '../browser/page-path.ts';
import { makeEvent, screenOfSnapshot, type Material } from '../generator/material.ts';
import { invokesOf } from '../generator/move.ts';
import type { Atlas, Item, Path } from '../generator/path.ts';
import { takeEvent } from '../generator/take-event.ts';

/**
 * For each path, in the order in which they are walked, how many of its first steps show nothing that the page did not show before. The
 * bare machine takes those, and the page opens where they lead, at a state in which nothing is under way.
 * `asked`: what a step shows of what the criteria ask; `tries`: whether it tries a bound.
 */
export function stepsAhead(
  paths: readonly PagePath[],
  material: Material,
  atlas: Atlas,
  asked: (item: Item) => Item[],
  tries: (step: Path['steps'][number]) => boolean,
): Map<Path, number> {
  const known = new Set<Item>();
  const ahead = new Map<Path, number>();
  for (const { path, showsAt } of paths) {
    const isNew = (items: readonly Item[], at: number) => {
      const step = path.steps[at - 1];
      return items.flatMap(asked).some((item) => !known.has(item)) || (step !== undefined && tries(step));
    };
    const first = showsAt.findIndex(isNew);
    if (first > 1) ahead.set(path, restBefore(path, first - 1, material, atlas));
    for (const item of showsAt.flat().flatMap(asked)) known.add(item);
  }
  return ahead;
}

/** After how many steps, at most `count`, the page can open: as many as lead to a state that only waits for the person. */
function restBefore({ input, steps }: Path, count: number, material: Material, { graph }: Atlas): number {
  let snapshot = graph.roots.find((root) => root.input === input)?.snapshot;
  let rest = 0;
  for (const [index, { move }] of steps.slice(0, count).entries()) {
    const event = snapshot && makeEvent(material, snapshot, move);
    if (snapshot === undefined || event === undefined) return rest;
    snapshot = takeEvent(material.flow.machine, snapshot, event).next;
    if (isAtRest(snapshot)) rest = index + 1;
  }
  return rest;
}

function isAtRest(snapshot: AnyMachineSnapshot): boolean {
  const waitsForTime = (node: AnyStateNode) => node.after.length > 0;
  // The simulated server knows the runs that the page itself began.
  const { runs = {} } = snapshot.context as FlowContext;
  return (
    snapshot.status === 'active' &&
    screenOfSnapshot(snapshot) !== undefined &&
    invokesOf(snapshot).length === 0 &&
    Object.keys(runs).length === 0 &&
    !(snapshot._nodes as AnyStateNode[]).some(waitsForTime)
  );
}
