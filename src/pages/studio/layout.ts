import { graphlib, layout } from '@dagrejs/dagre';
import type { GraphEvent, GraphState, StateGraph } from '#engine/flow/state-graph.ts';

/** A box with its centre, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface DrawnState extends Box {
  state: GraphState;
}

/** All transitions from one state to another: one line. */
export interface DrawnLine {
  from: string;
  to: string;
  /** The points that the line passes. */
  points: readonly { x: number; y: number }[];
  /** Every one of them is the refusal of an effect. */
  refused: boolean;
}

export interface Drawing {
  width: number;
  height: number;
  states: readonly DrawnState[];
  lines: readonly DrawnLine[];
}

const WIDTH = 168;
const HEIGHT = 52;
const END_WIDTH = 104;
const MARGIN = 16;
/** How much a line is kept short and straight. */
const FORWARD = 8;

/**
 * Places the states of a machine from top to bottom. What all states of a group do is not drawn: it would be a line from each of them
 * to the same place.
 */
export function drawingOf({ states, transitions }: StateGraph): Drawing {
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 40, marginx: MARGIN, marginy: MARGIN, acyclicer: 'greedy' });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { path, kind } of states)
    graph.setNode(path, { width: kind === 'end' ? END_WIDTH : WIDTH, height: HEIGHT });
  const own = transitions.filter(({ from, to, group }) => group === undefined && from !== to);
  // The way forward is straight where it can be; what goes back or is refused may bend around it.
  for (const { from, to, event } of own) {
    const weight = isForward(event) ? FORWARD : 1;
    graph.setEdge(from, to, { weight: Math.max(weight, (graph.edge(from, to) as { weight?: number })?.weight ?? 0) });
  }
  layout(graph);
  const boxOf = (id: string): Box => {
    const { x, y, width, height } = graph.node(id) as Box;
    return { x, y, width, height };
  };
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    width,
    height,
    states: states.map((state) => ({ state, ...boxOf(state.path) })),
    lines: graph.edges().map(({ v: from, w: to }) => ({
      from,
      to,
      points: (graph.edge(from, to) as { points: { x: number; y: number }[] }).points,
      refused: own.every((each) => each.from !== from || each.to !== to || each.event.kind === 'refused'),
    })),
  };
}

function isForward(event: GraphEvent): boolean {
  return (
    event.kind === 'done' || event.kind === 'always' || (event.kind === 'event' && event.type === 'step.submitted')
  );
}
