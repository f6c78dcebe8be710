import { escaped } from '../json-report.ts';
import { layoutOf, type Box, type Wire } from './layout.ts';
import type { Chart, ChartLine, Shown } from '#api/contract/workbench.ts';

const CORNER = 6;
// Below this its words are hard to read; a wider diagram is scrolled.
const SMALLEST = 0.85;

/** The machine of a flow as SVG. A table beside it says the same in words; what is drawn can be pressed, too. */
export async function diagram(chart: Chart, name: string): Promise<string> {
  const { width, height, boxes, wires, starts } = await layoutOf(chart);
  const groups = boxes.filter(({ state }) => state.kind === 'group');
  const leaves = boxes.filter(({ state }) => state.kind !== 'group');
  return [
    `<svg class="chart" viewBox="0 0 ${width} ${height}" style="max-width: 100%; min-width: ${Math.round(Math.min(width, width * SMALLEST))}px; width: ${width}px" role="img" aria-label="${escaped(name)}">`,
    ...groups.map((box) => boxSvg({ ...box, text: [], state: { ...box.state, name: '' } })),
    ...starts.map(
      ({ x, y }) =>
        `<g class="start"><circle cx="${x}" cy="${y - 26}" r="5"/><path d="M${x} ${y - 21}V${y - 2}"/>${head(x, y, 'down')}</g>`,
    ),
    ...wires.map(wireSvg),
    ...groups.map(headSvg),
    ...leaves.map(boxSvg),
    ...wires.map(labelSvg),
    '</svg>',
  ].join('\n');
}

function boxSvg({ state, x, y, width, height, text }: Box): string {
  const kind = `box ${state.kind} ${state.shown}${state.failed ? ' failed' : ''}`;
  const round = state.kind === 'end' ? height / 2 : 6;
  const inner =
    state.kind === 'end'
      ? `<rect class="inner" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="${round - 3}"/>`
      : '';
  const title = `${state.id}: ${state.failed ? 'a path failed here' : told[state.shown]}`;
  return `<g class="${kind}" data-state="${escaped(state.id)}"><title>${escaped(title)}</title><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${round}"/>${inner}${wordsSvg({ state, x, y, width, height, text }, x + width / 2)}</g>`;
}

/** The words of a state that holds others, above the lines that cross them. */
function headSvg(box: Box): string {
  return `<g class="group-head ${box.state.shown}" data-state="${escaped(box.state.id)}">${wordsSvg(box, box.x + 14)}</g>`;
}

function wordsSvg({ state, x, y, text }: Box, middle: number): string {
  const lines = text.map(({ line, text: words }, index) => lineSvg(line, words, x + 14, y + 44 + index * 16));
  return `<text class="name" x="${middle}" y="${y + 22}">${escaped(state.name)}</text>${lines.join('')}`;
}

function lineSvg(line: ChartLine, words: string, x: number, y: number): string {
  return `<text class="line ${line.shown}" data-transition="${escaped(line.id)}" x="${x}" y="${y}" xml:space="preserve"><title>${escaped(lineTitle(line))}</title>${escaped(words)}</text>`;
}

function lineTitle({ id, shown, covered, total }: ChartLine): string {
  return `${id}: ${total === 0 ? told[shown] : `taken from ${covered} of ${total} classes of context`}`;
}

function wireSvg({ link, points }: Wire): string {
  const [before, end] = points.slice(-2);
  if (before === undefined || end === undefined) return '';
  const upright = Math.abs(end.y - before.y) > Math.abs(end.x - before.x);
  const way = upright ? (end.y > before.y ? 'down' : 'up') : end.x > before.x ? 'right' : 'left';
  const ids = link.lines.map(({ id }) => id).join('\n');
  return `<g class="wire ${worst(link.lines)}" data-transition="${escaped(ids)}"><path d="${rounded(points)}"/>${head(end.x, end.y, way)}</g>`;
}

function labelSvg({ link, label, text }: Wire): string {
  const { x, y, width, height } = label;
  return `<g class="label ${worst(link.lines)}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>${text
    .map(({ line, text: words }, index) => lineSvg(line, words, x + 6, y + 13 + index * 16))
    .join('')}</g>`;
}

function worst(lines: readonly ChartLine[]): Shown {
  const kinds = new Set(lines.map(({ shown }) => shown));
  if (kinds.has('missed') || kinds.has('partly')) return kinds.size === 1 && kinds.has('missed') ? 'missed' : 'partly';
  return kinds.has('covered') ? 'covered' : 'cannot';
}

function head(x: number, y: number, way: 'up' | 'down' | 'left' | 'right'): string {
  const turn = { down: 0, left: 90, up: 180, right: 270 }[way];
  return `<path class="head" d="M-4.5 -8L0 0L4.5 -8z" transform="translate(${x} ${y}) rotate(${turn})"/>`;
}

/** A line with its corners rounded. */
function rounded(points: readonly { x: number; y: number }[]): string {
  return points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const [from, to] = [towards(point, before), towards(point, after)];
      return `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
    })
    .join('');
}

function towards(from: { x: number; y: number }, to: { x: number; y: number }): { x: number; y: number } {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(CORNER, length / 2) / length;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

export const told: Record<Shown, string> = {
  covered: 'covered',
  partly: 'covered in part',
  missed: 'not covered',
  cannot: 'cannot be covered',
};
