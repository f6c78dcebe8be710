import type { Chart, ChartLine, ChartLink, ChartState, Shown } from '#api/contract/workbench.ts';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { isBusy, screenIn } from '#engine/flow/state-nodes.ts';
import type { MachineTransition } from '../generator/guards.ts';
import type { FlowReport } from '../run-flow.ts';

/** The machine of a flow as it is drawn: nested states, and a line for each of its transitions. */
export function chartOf(report: FlowReport): Chart {
  const { machine } = report.generated.loaded.flow;
  const { transitions } = report.generated.suite.graph;
  const lines = transitions.all.map((transition) => lineOf(transition, report));
  const inside = insideOf(
    lines,
    nodesOf(machine).map(({ path }) => path.join('.')),
  );
  const links = new Map<string, ChartLink>();
  for (const line of lines) {
    if (inside(line)) continue;
    const key = `${line.source}>${line.target}`;
    const link = links.get(key) ?? { from: line.source, to: line.target, lines: [] };
    link.lines.push(line);
    links.set(key, link);
  }
  const failed = new Set(report.failures.map(({ state }) => state));
  const stood = new Set(report.paths.flatMap(({ steps }) => steps.map(({ state }) => state)));
  const states = nodesOf(machine).map((node): ChartState => {
    const id = node.path.join('.');
    return {
      id,
      name: node.key,
      ...(node.parent && node.parent !== machine.root && { parent: node.parent.path.join('.') }),
      kind: kindOf(node),
      shown: shownState(id, kindOf(node), stood, report),
      failed: failed.has(id),
      lines: lines.filter((line) => line.source === id && inside(line)),
    };
  });
  return { states, links: [...links.values()], first: [String(machine.root.initial?.target?.[0]?.key ?? '')] };
}

// So many answers of one event that lead back are told in words.
const MANY = 3;

function insideOf(lines: readonly ChartLine[], order: readonly string[]): (line: ChartLine) => boolean {
  const isBack = ({ source, target }: ChartLine) => order.indexOf(target) < order.indexOf(source);
  const alike = (line: ChartLine) =>
    lines.filter((one) => one.source === line.source && one.event === line.event && isBack(one)).length;
  return (line) =>
    line.target === line.source || line.target.startsWith(`${line.source}.`) || (isBack(line) && alike(line) >= MANY);
}

function nodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states as Record<string, AnyStateNode>).flatMap((child) => [child, ...below(child)]);
  return below(machine.root);
}

function kindOf(node: AnyStateNode): ChartState['kind'] {
  if (Object.keys(node.states as object).length > 0) return 'group';
  if (node.type === 'final') return 'end';
  if (isBusy(node)) return 'working';
  return screenIn(node) === undefined ? 'passing' : 'step';
}

function shownState(id: string, kind: ChartState['kind'], stood: ReadonlySet<string>, report: FlowReport): Shown {
  const within = [...stood].some((state) => state === id || state.startsWith(`${id}.`));
  // A state that is left as soon as it is entered is never stood in.
  if (within || kind === 'passing') return 'covered';
  return report.coverage.states.reasons.some(({ item }) => item === `state ${id}`) ? 'cannot' : 'missed';
}

function lineOf(transition: MachineTransition, report: FlowReport): ChartLine {
  const { id, source, target, event } = transition;
  const { graph, infeasible } = report.generated.suite;
  const edges = graph.edges.flatMap(({ transitions }, index) => (transitions.includes(id) ? [`edge ${index}`] : []));
  const { beyond, classes } = report.reach;
  const asked = classes ? edges : [`transition ${id}`];
  const can = asked.filter((item) => report.shown.has(item) || (!infeasible.has(item) && !beyond.has(item)));
  const roots = graph.roots.filter(({ transitions }) => transitions.includes(id));
  const opened = roots.filter(({ input }) => report.paths.some(({ path }) => path.input === input));
  const covered = can.filter((item) => report.shown.has(item)).length + (classes ? opened.length : 0);
  const total = can.length + (classes ? roots.length : 0);
  const guard = guardText(transition);
  const unexplained = total === 0 && report.holes.includes(`transition ${id}`);
  const shown = unexplained ? 'missed' : shownOf(covered, total);
  return {
    id,
    text: `${eventText(event)}${guard === '' ? '' : ` [${guard}]`}`,
    source,
    target,
    event: eventText(event),
    guard,
    shown,
    covered,
    total,
  };
}

function shownOf(covered: number, total: number): Shown {
  if (total === 0) return 'cannot';
  if (covered === 0) return 'missed';
  return covered === total ? 'covered' : 'partly';
}

const words: Record<string, string> = {
  '': 'at once',
  'step.submitted': 'submit',
  'step.changed': 'change',
  'step.chosen': 'choose',
};

function eventText(event: string): string {
  const [, kind, effect] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event) ?? [];
  if (effect !== undefined) return `${effect} ${kind === 'done' ? 'done' : 'refused'}`;
  return words[event] ?? event;
}

type Expression = NonNullable<MachineTransition['guard']>;

// Each asks whether the event is about the screen where it happens or leads; a diagram shows that already.
const implied = new Set(['changes', 'submits', 'chooses']);

/** `isEdit and refusedAt setup`. */
function guardText({ guard, source, target }: MachineTransition): string {
  const ends = new Set([source, target].map((state) => state.split('.').at(-1) ?? ''));
  const said = (part: Expression): string => {
    if ('kind' in part) {
      const parts = part.parts.map(said).filter(Boolean);
      return part.kind === 'not' ? `not ${parts.join()}` : parts.join(` ${part.kind} `);
    }
    const [, name = part.name, value = ''] = /^(\w+)\(\w+=(.*)\)$/.exec(part.name) ?? [];
    if (implied.has(name) && ends.has(value)) return '';
    // Of several parameters, those that the arrow shows are left out.
    const values = value.split(/ \w+=/);
    if (values.length > 1) return [name, ...values.filter((one) => !ends.has(one))].join(' ');
    return `${name} ${value.replaceAll(',', ', ')}`.trim();
  };
  return guard === undefined ? '' : said(guard);
}
