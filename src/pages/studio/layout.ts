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
  graph.setGraph({ rankdir: 'TB', nodesep: 28, ranksep: 40, acyclicer: 'greedy' });
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
  const points = (from: string, to: string) => (graph.edge(from, to) as { points: { x: number; y: number }[] }).points;
  return fitted(
    states.map((state) => ({ state, ...boxOf(state.path) })),
    graph.edges().map(({ v: from, w: to }) => ({
      from,
      to,
      points: points(from, to),
      refused: own.every((each) => each.from !== from || each.to !== to || each.event.kind === 'refused'),
    })),
  );
}

/** With its margin around the states and the lines: dagre leaves room for the states alone, and a line may bend around them. */
function fitted(states: readonly DrawnState[], lines: readonly DrawnLine[]): Drawing {
  const corners = [
    ...states.flatMap(({ x, y, width, height }) => [
      { x: x - width / 2, y: y - height / 2 },
      { x: x + width / 2, y: y + height / 2 },
    ]),
    ...lines.flatMap(({ points }) => points),
  ];
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const moved = <Point extends { x: number; y: number }>(point: Point): Point => ({
    ...point,
    x: point.x - left,
    y: point.y - top,
  });
  return {
    width: Math.max(...xs) + MARGIN - left,
    height: Math.max(...ys) + MARGIN - top,
    states: states.map(moved),
    lines: lines.map((line) => ({ ...line, points: line.points.map(moved) })),
  };
}

function isForward(event: GraphEvent): boolean {
  return (
    event.kind === 'done' || event.kind === 'always' || (event.kind === 'event' && event.type === 'step.submitted')
  );
}
