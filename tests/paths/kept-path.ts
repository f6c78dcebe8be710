import type { AnyMachineSnapshot } from 'xstate';
import { statePath } from '#engine/flow/view.ts';
import type { Graph } from './generator/explore.ts';
import { makeEvent, type Material } from './generator/material.ts';
import { kindOfMove, moveName } from './generator/move.ts';
import { named, type Path, type PathStep } from './generator/path.ts';
import { takeEvent } from './generator/take-event.ts';
import { movesIn, readPath } from './spelled-path.ts';

/** Moves that are tried in all. */
const MOST_TRIES = 2000;

/**
 * Reads a path that a tester kept. Examples are numbered by what a screen asks, so a changed screen may not have one of them any more: then
 * another of the same screen is taken, if the rest of the path can be walked after it. Throws, naming what can be done, if none can.
 */
export function readKeptPath(material: Material, graph: Graph, spelled: string): Path {
  try {
    return readPath(material, graph, spelled);
  } catch (error) {
    const other = otherwise(material, graph, spelled);
    if (other === undefined) throw error;
    return other;
  }
}

function otherwise(material: Material, graph: Graph, spelled: string): Path | undefined {
  const [input = '', rest = ''] = spelled.split(/: ?(.*)/s);
  const root = graph.roots.find((one) => one.input === input);
  const names = rest.split(' > ').map((word) => word.trim());
  let tries = 0;
  const from = (snapshot: AnyMachineSnapshot, at: number): PathStep[] | undefined => {
    const name = names[at];
    if (name === undefined) return [];
    const moves = movesIn(material, graph, snapshot);
    const exact = moves.filter((move) => moveName(move) === name);
    const alike = moves.filter((move) => name === kindOfMove(move) || name.startsWith(`${kindOfMove(move)} `));
    for (const move of exact.length > 0 ? exact : alike) {
      const event = makeEvent(material, snapshot, move);
      tries += 1;
      if (event === undefined || tries > MOST_TRIES) continue;
      const { next } = takeEvent(material.flow.machine, snapshot, event);
      const further = from(next, at + 1);
      if (further !== undefined) return [{ move, state: statePath(next.value) }, ...further];
    }
    return undefined;
  };
  const steps = root && from(root.snapshot, 0);
  return steps && named(material.flow.id, input, steps);
}
