import type { MapNode } from './graph.ts';
import { radius, type Layout } from './layout.ts';

/** Of a label on the screen, in pixels. */
const LETTER = 6.6;
const HEIGHT = 15;
const LONGEST = 24;

/** A name as it stands below its node. */
export function shortLabel(label: string): string {
  return label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
}

/**
 * The labels that have room at a scale. Labels have the same size on the screen at each scale, so that more of them fit the closer one
 * looks. Nodes with the most links come first, after those of `first`.
 */
export function labelsThatFit(
  nodes: readonly MapNode[],
  places: Layout['places'],
  scale: number,
  first: ReadonlySet<string>,
): ReadonlySet<string> {
  const shown = new Set<string>();
  const taken = new Map<string, [number, number, number, number][]>();
  const rank = (node: MapNode) => (first.has(node.key) ? 0 : node.isHub ? 1 : 2);
  for (const node of nodes.toSorted((a, b) => rank(a) - rank(b) || b.links - a.links)) {
    const place = places.get(node.key);
    if (!place) continue;
    const width = shortLabel(node.label).length * LETTER + 4;
    const top = (place.y + (node.isHub ? radius.hub : radius.leaf)) * scale + 3;
    const left = place.x * scale - width / 2;
    const box: [number, number, number, number] = [left, top, left + width, top + HEIGHT];
    const cells = cellsOf(box);
    const hits = cells.some((cell) => taken.get(cell)?.some((other) => overlaps(box, other)));
    if (hits && !first.has(node.key)) continue;
    shown.add(node.key);
    for (const cell of cells) taken.set(cell, [...(taken.get(cell) ?? []), box]);
  }
  return shown;
}

const CELL = 80;

function cellsOf([left, top, right, bottom]: readonly [number, number, number, number]): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1)
    for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y += 1) cells.push(`${x} ${y}`);
  return cells;
}

function overlaps(a: readonly [number, number, number, number], b: readonly [number, number, number, number]): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
