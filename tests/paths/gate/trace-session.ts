import type { AnyMachineSnapshot } from 'xstate';
import type { RecordedStep } from '#api/contract/recordings.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import type { Answers, Mode } from '#engine/flow/flow.ts';
import { statePath } from '#engine/flow/view.ts';
import { leaves } from '../approved/values.ts';
import { generate } from '../criteria.ts';
import type { Graph } from '../generator/explore.ts';
import { makeEvent, movesAt, type Material } from '../generator/material.ts';
import { isReport, kindOfMove, type Move } from '../generator/move.ts';
import { Atlas, named, type PathStep } from '../generator/path.ts';
import { takeEvent } from '../generator/take-event.ts';
import type { LoadedFlow } from '../load.ts';
import { spell } from '../spelled-path.ts';

/** Classes of context that are followed at once, the likeliest first. */
const MOST_WAYS = 40;

interface Session {
  mode: Mode;
  steps: readonly RecordedStep[];
}

export interface TracedSession {
  /** The path that does the same, as `readPath` reads it. */
  path: string;
  /** How many steps of the session it follows. */
  followed: number;
  /** Why it follows no more; empty if it follows all. */
  reason: string;
}

interface Way {
  input: string;
  snapshot: AnyMachineSnapshot;
  steps: PathStep[];
  /** How much the examples are alike to what the person answered. */
  worth: number;
}

/** Finds a path of the flow with the same events and states as a recorded session, by examples with the same fields as the person answered. */
export function traceSession(loaded: LoadedFlow, { mode, steps }: Session): TracedSession {
  const { suite } = generate(loaded, new Set(['states']), 1);
  const { material } = loaded;
  const atlas = new Atlas(suite.graph);
  const [opened, ...later] = steps;
  let ways = suite.graph.roots
    .filter(({ input }) => material.inputs[input]?.mode === mode)
    .map(({ input, snapshot }): Way => ({ input, snapshot, steps: [], worth: 0 }))
    .filter(({ snapshot }) => statePath(snapshot.value) === opened?.state);
  let followed = ways.length === 0 ? 0 : 1;
  let reason = ways.length === 0 ? `The flow never opens in ${opened?.state ?? 'any state'}` : '';
  for (const step of ways.length === 0 ? [] : later) {
    // Whoever leaves the page does nothing that the machine is told of.
    if (step.event === 'left') {
      followed += 1;
      continue;
    }
    const next = best(
      ways.flatMap((way) => goOn(material, suite.graph, way, step)),
      atlas,
    );
    if (next.length === 0) {
      const [way] = ways;
      reason = `No example of "${step.event}" leads from ${way === undefined ? '' : statePath(way.snapshot.value)} to ${step.state}`;
      break;
    }
    ways = next;
    followed += 1;
  }
  const [chosen] = ways;
  const path = named(loaded.flow.id, chosen?.input ?? mode, chosen?.steps ?? []);
  return { path: spell(path), followed, reason };
}

/** Every way on by the step: also after a report that the page left unrecorded, such as the start of a job. */
function goOn(material: Material, graph: Graph, way: Way, step: RecordedStep): Way[] {
  const moves = movesAt(material, graph.transitions, way.snapshot).map(({ move }) => move);
  const direct = moves.flatMap((move) => taken(material, way, move, step));
  if (direct.length > 0) return direct;
  return moves.filter(isReport).flatMap((report) => {
    const reported = after(material, way, report);
    if (reported === undefined) return [];
    const further = movesAt(material, graph.transitions, reported.snapshot).map(({ move }) => move);
    return further.flatMap((move) => taken(material, reported, move, step));
  });
}

function taken(material: Material, way: Way, move: Move, { event, state, fields }: RecordedStep): Way[] {
  if (kindOfMove(move) !== event) return [];
  const next = after(material, way, move);
  if (next === undefined || statePath(next.snapshot.value) !== state) return [];
  const answers = 'data' in move ? (makeEvent(material, way.snapshot, move)?.['data'] as Answers) : undefined;
  const alike = answers === undefined ? 0 : likeness(placesOf(answers), new Set(fields ?? []));
  return [{ ...next, worth: way.worth + alike }];
}

function after(material: Material, way: Way, move: Move): Way | undefined {
  const event = makeEvent(material, way.snapshot, move);
  if (event === undefined) return undefined;
  const { next } = takeEvent(material.flow.machine, way.snapshot, event);
  return { ...way, snapshot: next, steps: [...way.steps, { move, state: statePath(next.value) }] };
}

/** The best way to each class of context. */
function best(ways: readonly Way[], atlas: Atlas): Way[] {
  const byClass = new Map<unknown, Way>();
  for (const way of ways) {
    const key = atlas.node(way.snapshot) ?? statePath(way.snapshot.value);
    const held = byClass.get(key);
    if (held === undefined || way.worth > held.worth) byClass.set(key, way);
  }
  return [...byClass.values()].toSorted((a, b) => b.worth - a.worth).slice(0, MOST_WAYS);
}

function placesOf(answers: Answers): Set<string> {
  const places = new Set<string>();
  for (const [at, value] of leaves(answers)) if (value !== undefined) places.add(withoutIndexes(at));
  return places;
}

/** From 0 to 1: the share of fields that both have, of those that one has. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const all = new Set([...one, ...other]).size;
  return all === 0 ? 1 : [...one].filter((place) => other.has(place)).length / all;
}
