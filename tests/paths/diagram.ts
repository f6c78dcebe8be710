import { restingStates } from '#engine/flow/state-nodes.ts';
import { moveName } from '#engine/paths/move.ts';
import type { FlowReport } from './run-flow.ts';
import { escaped } from './json-report.ts';

const WIDTH = 150;
const HEIGHT = 40;
const GAP_X = 90;
const GAP_Y = 34;

interface Box {
  state: string;
  x: number;
  y: number;
  ended: boolean;
}

interface Link {
  from: string;
  to: string;
  lines: string[];
  covered: number;
}

/** The machine of a flow as SVG: its states from left to right by how soon they are reached, what is covered and what not. */
export function diagram({ generated, paths, failures }: FlowReport): string {
  const { graph } = generated.suite;
  const walked = new Set<string>(
    paths.flatMap(({ steps }) =>
      steps.slice(1).map(({ name, state }, index) => `${steps[index]?.state} ${name} ${state}`),
    ),
  );
  const visited = new Set(paths.flatMap(({ steps }) => steps.map(({ state }) => state)));
  const links = linksOf(graph, (from, names, to) => names.some((name) => walked.has(`${from} ${name} ${to}`)));
  const first = [...new Set(graph.roots.map(({ node }) => graph.nodes[node]?.state ?? ''))];
  const states = [...new Set([...graph.nodes.map(({ state }) => state), ...statesOf(generated.loaded.flow.machine)])];
  const ended = new Set(graph.nodes.filter((node) => node.ended).map(({ state }) => state));
  const boxes = placed(states, first, links, ended);
  const failed = new Set(failures.map(({ state }) => state));
  const width = Math.max(...[...boxes.values()].map(({ x }) => x)) + WIDTH + 40;
  const height = Math.max(...[...boxes.values()].map(({ y }) => y)) + HEIGHT + 90;
  return [
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="States and transitions">`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="context-stroke"/></marker></defs>',
    ...links.map((link) => linkSvg(link, boxes)),
    ...[...boxes.values()].map((box) => boxSvg(box, visited.has(box.state), failed.has(box.state))),
    '</svg>',
  ].join('\n');
}

function statesOf(machine: Parameters<typeof restingStates>[0]): string[] {
  return restingStates(machine)
    .filter((node) => !(node.always ?? []).some(({ guard }) => guard === undefined))
    .map((node) => node.path.join('.'));
}

function linksOf(
  graph: FlowReport['generated']['suite']['graph'],
  walked: (from: string, names: string[], to: string) => boolean,
): Link[] {
  const links = new Map<string, Link & { told: Map<string, boolean> }>();
  for (const { from, to, transitions, moves } of graph.edges) {
    if (transitions.length === 0) continue;
    const [source = '', target = ''] = [graph.nodes[from]?.state, graph.nodes[to]?.state];
    const key = `${source}>${target}`;
    const link = links.get(key) ?? {
      from: source,
      to: target,
      lines: [],
      covered: 0,
      told: new Map<string, boolean>(),
    };
    const name = transitions.join(', then ');
    const names = moves.map(({ move }) => moveName(move));
    link.told.set(name, (link.told.get(name) ?? false) || walked(source, names, target));
    links.set(key, link);
  }
  return [...links.values()].map(({ told, ...link }) => ({
    ...link,
    lines: [...told].map(([name, covered]) => `${covered ? '✓' : '✗'} ${name}`),
    covered: [...told.values()].filter(Boolean).length / told.size,
  }));
}

function placed(
  states: readonly string[],
  first: readonly string[],
  links: readonly Link[],
  ended: ReadonlySet<string>,
): Map<string, Box> {
  const rank = new Map(first.map((state) => [state, 0]));
  const queue = [...first];
  for (let at = 0; at < queue.length; at += 1) {
    const state = queue[at] ?? '';
    for (const { from, to } of links) {
      if (from !== state || rank.has(to)) continue;
      rank.set(to, (rank.get(state) ?? 0) + 1);
      queue.push(to);
    }
  }
  const last = Math.max(0, ...rank.values()) + 1;
  const columns = new Map<number, string[]>();
  for (const state of [...queue, ...states.filter((one) => !rank.has(one))]) {
    const column = rank.get(state) ?? last;
    columns.set(column, [...(columns.get(column) ?? []), state]);
  }
  const tallest = Math.max(...[...columns.values()].map(({ length }) => length));
  const boxes = new Map<string, Box>();
  for (const [column, held] of columns) {
    const top = ((tallest - held.length) * (HEIGHT + GAP_Y)) / 2;
    for (const [row, state] of held.entries()) {
      boxes.set(state, {
        state,
        x: 20 + column * (WIDTH + GAP_X),
        y: 50 + top + row * (HEIGHT + GAP_Y),
        ended: ended.has(state),
      });
    }
  }
  return boxes;
}

function linkSvg({ from, to, lines, covered }: Link, boxes: ReadonlyMap<string, Box>): string {
  const [a, b] = [boxes.get(from), boxes.get(to)];
  if (a === undefined || b === undefined) return '';
  const kind = covered === 1 ? 'covered' : covered === 0 ? 'missed' : 'partly';
  return `<g class="link ${kind}"><title>${escaped(`${from} → ${to}\n${lines.join('\n')}`)}</title><path d="${curve(a, b)}" marker-end="url(#head)"/></g>`;
}

function curve(a: Box, b: Box): string {
  const [ay, by] = [a.y + HEIGHT / 2, b.y + HEIGHT / 2];
  if (a === b) return `M${a.x + WIDTH - 50} ${a.y} c0 -26 30 -26 30 -2`;
  if (b.x > a.x) {
    const bend = (b.x - a.x - WIDTH) / 2;
    return `M${a.x + WIDTH} ${ay} C${a.x + WIDTH + bend} ${ay} ${b.x - bend} ${by} ${b.x - 2} ${by}`;
  }
  if (b.x === a.x) {
    const side = a.x - 26;
    return `M${a.x} ${ay + 6} C${side} ${ay} ${side} ${by} ${b.x - 2} ${by + 6}`;
  }
  // Back: below the boxes, so that it is not taken for a way on.
  const low = Math.max(a.y, b.y) + HEIGHT + 22 + (a.x - b.x) / 14;
  return `M${a.x + WIDTH / 2} ${a.y + HEIGHT} C${a.x + WIDTH / 2} ${low} ${b.x + WIDTH / 2} ${low} ${b.x + WIDTH / 2} ${b.y + HEIGHT + 2}`;
}

function boxSvg({ state, x, y, ended }: Box, visited: boolean, failed: boolean): string {
  const kind = [failed ? 'failed' : visited ? 'covered' : 'missed', ended ? 'ended' : ''].join(' ');
  const place = `x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="${ended ? 20 : 6}"`;
  return `<g class="box ${kind}"><title>${escaped(`${state}: ${failed ? 'a path failed here' : visited ? 'reached' : 'not reached'}`)}</title><rect ${place}/><text x="${x + WIDTH / 2}" y="${y + HEIGHT / 2 + 4}">${escaped(state)}</text></g>`;
}
