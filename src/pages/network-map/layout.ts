import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Graph } from './graph.ts';

export interface Place {
  x: number;
  y: number;
}

export interface Layout {
  places: ReadonlyMap<string, Place>;
  /** Around all nodes, with room for labels. */
  box: { x: number; y: number; width: number; height: number };
}

/** Radius of a circle by what it is. */
export const radius = { hub: 17, leaf: 9 } as const;
const MARGIN = 48;
/** Steps until the forces are at rest; fewer for many nodes, so that it stays below a quarter of a second. */
const STEPS = 320;
const STEPS_OF_MANY = 180;
const MANY = 400;

interface Body extends SimulationNodeDatum {
  key: string;
  isHub: boolean;
}

/**
 * Places for the nodes: hubs push each other away and hold their leaves close. The same graph has the same layout: `d3-force` starts
 * with a spiral, from whose middle the nodes with the most links begin, and draws no lots.
 */
export function layoutOf({ nodes, edges }: Graph, aspect = 1.6): Layout {
  const bodies: Body[] = nodes.map(({ key, isHub }) => ({ key, isHub }));
  const hubs = new Set(nodes.filter(({ isHub }) => isHub).map(({ key }) => key));
  const known = new Set(bodies.map(({ key }) => key));
  const isTrunk = (from: string, to: string) => hubs.has(from) && hubs.has(to);
  const links = edges
    .filter(({ from, to }) => known.has(from) && known.has(to))
    .map(({ from, to }) => ({ source: from, target: to, isTrunk: isTrunk(from, to) }));
  forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, (typeof links)[number]>(links)
        .id(({ key }) => key)
        .distance(({ isTrunk: trunk }) => (trunk ? 120 : 46))
        .strength(({ isTrunk: trunk }) => (trunk ? 0.18 : 0.9)),
    )
    .force(
      'charge',
      forceManyBody<Body>()
        .strength(({ isHub }) => (isHub ? -900 : -90))
        .distanceMax(900),
    )
    .force('collide', forceCollide<Body>(({ isHub }) => (isHub ? radius.hub + 20 : radius.leaf + 7)).iterations(2))
    // Wider than high, as screens are.
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.05 * aspect))
    .stop()
    .tick(bodies.length > MANY ? STEPS_OF_MANY : STEPS);
  const places = new Map(bodies.map(({ key, x = 0, y = 0 }) => [key, { x, y }]));
  return { places, box: boxOf([...places.values()]) };
}

function boxOf(places: readonly Place[]): Layout['box'] {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const [index, { x, y }] of places.entries()) {
    left = index === 0 ? x : Math.min(left, x);
    right = index === 0 ? x : Math.max(right, x);
    top = index === 0 ? y : Math.min(top, y);
    bottom = index === 0 ? y : Math.max(bottom, y);
  }
  return { x: left - MARGIN, y: top - MARGIN, width: right - left + 2 * MARGIN, height: bottom - top + 2 * MARGIN };
}

/** The node that lies nearest in a direction: where an arrow key leads. */
export function nextInDirection(
  places: Layout['places'],
  from: string,
  direction: 'left' | 'right' | 'up' | 'down',
): string | undefined {
  const start = places.get(from);
  if (!start) return undefined;
  const isAcross = direction === 'left' || direction === 'right';
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  let best: { key: string; cost: number } | undefined;
  for (const [key, { x, y }] of places) {
    const ahead = sign * (isAcross ? x - start.x : y - start.y);
    const aside = Math.abs(isAcross ? y - start.y : x - start.x);
    if (key === from || ahead <= 0 || aside > 2 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (!best || cost < best.cost) best = { key, cost };
  }
  return best?.key;
}
