import type { ElkExtendedEdge, ElkNode } from 'elkjs';
import type { Chart, ChartLine, ChartLink, ChartState } from '#api/contract/workbench.ts';

// JetBrains Mono is 0.6 em wide, so that text can be measured without a page.
const LETTER = { name: 7.8, line: 6.6 };
const LINE = 16;
const MOST_LETTERS = 44;

export interface Box {
  state: ChartState;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Lines of text below the name, each with the transition that it tells of. */
  text: { line: ChartLine; text: string }[];
}

export interface Wire {
  link: ChartLink;
  points: { x: number; y: number }[];
  label: { x: number; y: number; width: number; height: number };
  text: { line: ChartLine; text: string }[];
}

export interface Layout {
  width: number;
  height: number;
  boxes: Box[];
  wires: Wire[];
  /** Where the flow begins: an arrow from nowhere. */
  starts: { x: number; y: number }[];
}

/** Places states and transitions by ELK's layered algorithm, nested states inside their parents. */
export async function layoutOf(chart: Chart): Promise<Layout> {
  // Heavy, and only a report needs it.
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  const graph: ElkNode = {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.json.shapeCoords': 'ROOT',
      'elk.json.edgeCoords': 'ROOT',
      'elk.padding': '[top=36,left=16,bottom=16,right=16]',
      'elk.spacing.nodeNode': '28',
      'elk.spacing.edgeNode': '16',
      'elk.spacing.edgeEdge': '12',
      'elk.layered.spacing.nodeNodeBetweenLayers': '28',
      'elk.layered.spacing.edgeNodeBetweenLayers': '14',
      'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
      'elk.spacing.edgeLabel': '2',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
      'elk.layered.cycleBreaking.strategy': 'MODEL_ORDER',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
      'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
    },
    children: childrenOf(chart, undefined),
    edges: chart.links.map((link, index) => edgeOf(link, index, isBack(chart, link))),
  };
  const placed = await new Elk().layout(graph);
  const boxes = boxesIn(placed, chart);
  return {
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    boxes,
    wires: chart.links.flatMap((link, index) => wireOf(link, placed.edges?.[index], isBack(chart, link))),
    starts: boxes
      .filter(({ state }) => chart.first.includes(state.id))
      .map(({ x, y, width }) => ({ x: x + width / 2, y })),
  };
}

function childrenOf(chart: Chart, parent: string | undefined): ElkNode[] {
  return chart.states
    .filter((state) => state.parent === parent)
    .map((state) => {
      const children = childrenOf(chart, state.id);
      const text = wrapped(state.lines, true);
      const width = Math.max(state.name.length * LETTER.name, ...text.map((one) => one.text.length * LETTER.line)) + 28;
      const head = 34 + text.length * LINE + (text.length > 0 ? 4 : 0);
      if (children.length === 0) return { id: state.id, width: Math.max(96, width), height: head };
      return {
        id: state.id,
        children,
        layoutOptions: {
          'elk.padding': `[top=${head + 14},left=18,bottom=18,right=18]`,
          'elk.nodeSize.constraints': 'MINIMUM_SIZE',
          'elk.nodeSize.minimum': `(${width},${head})`,
        },
      };
    });
}

/** Whether it leads to where the machine's document has been already. */
function isBack({ states }: Chart, { from, to }: ChartLink): boolean {
  const place = (id: string) => states.findIndex((state) => state.id === id);
  return place(to) < place(from);
}

function edgeOf(link: ChartLink, index: number, back: boolean): ElkExtendedEdge {
  const text = wrapped(link.lines, false);
  return {
    id: `link ${index}`,
    // Turned round where it leads back, so that states stand in the order in which a person comes to them.
    sources: [back ? link.to : link.from],
    targets: [back ? link.from : link.to],
    labels: [
      {
        id: `label ${index}`,
        text: link.from,
        width: Math.max(...text.map((one) => one.text.length)) * LETTER.line + 12,
        height: text.length * LINE + 4,
        layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
      },
    ],
  };
}

function boxesIn(node: ElkNode, chart: Chart): Box[] {
  return (node.children ?? []).flatMap((child) => {
    const state = chart.states.find(({ id }) => id === child.id);
    const { x = 0, y = 0, width = 0, height = 0 } = child;
    const own = state === undefined ? [] : [{ state, x, y, width, height, text: wrapped(state.lines, true) }];
    return [...own, ...boxesIn(child, chart)];
  });
}

function wireOf(link: ChartLink, edge: ElkExtendedEdge | undefined, back: boolean): Wire[] {
  const [section] = edge?.sections ?? [];
  const [label] = edge?.labels ?? [];
  if (section === undefined || label === undefined) return [];
  const { x = 0, y = 0, width = 0, height = 0 } = label;
  const points = [section.startPoint, ...(section.bendPoints ?? []), section.endPoint];
  return [
    {
      link,
      points: back ? points.toReversed() : points,
      label: { x, y, width, height },
      text: wrapped(link.lines, false),
    },
  ];
}

/** Transitions as lines of text, long ones broken at a space. Inside a state it is also said where one leads. */
function wrapped(lines: readonly ChartLine[], inside: boolean): { line: ChartLine; text: string }[] {
  return lines.flatMap((line) => {
    const to = inside && line.target !== line.source ? ` →\u00a0${line.target.split('.').at(-1)}` : '';
    const rows: string[] = [];
    for (const word of `${line.text}${to}`.split(' ')) {
      const last = rows.at(-1);
      if (last === undefined || last.length + word.length + 1 > MOST_LETTERS) {
        rows.push(rows.length === 0 ? word : `  ${word}`);
      } else rows[rows.length - 1] = `${last} ${word}`;
    }
    return rows.map((text) => ({ line, text }));
  });
}
