import type { FlowData, PathStep, WalkedPath } from '#api/contract/workbench.ts';
import { moveName } from '../generator/move.ts';
import { criteria } from '../criteria.ts';
import type { PathReport, StepReport } from '../machine-tier.ts';
import type { Failure, FlowReport } from '../run-flow.ts';
import { chartOf } from './statechart.ts';

export function dataOf(report: FlowReport, seed: number, at: string): FlowData {
  const { flow, tier, coverage, steps, lowerBound, generated, ms, holes } = report;
  const texts = new Texts();
  const taken = takenIn(report);
  return {
    flow,
    tier,
    seed,
    at,
    steps,
    ms,
    holes,
    title: generated.loaded.flow.title.NEW,
    criteria: Object.fromEntries(
      criteria.map((one) => {
        const { covered, total, infeasible } = coverage[one];
        return [one, { covered, total, infeasible }];
      }),
    ) as FlowData['criteria'],
    lowerBound,
    generationMs: generated.generationMs,
    leftOut: generated.suite.graph.leftOut.length,
    failures: report.failures.map((failure) => ({ ...failure, ...shotOf(failure, report) })),
    reasons: criteria.flatMap((criterion) => coverage[criterion].reasons.map((one) => ({ criterion, ...one }))),
    chart: chartOf(report),
    paths: report.paths.map((path) => pathData(path, texts, taken)),
    texts: texts.all,
  };
}

function shotOf({ path }: Failure, { paths }: FlowReport): { screenshot?: string } {
  const screenshot = paths.find((one) => one.path.id === path)?.steps.at(-1)?.screenshot;
  return screenshot === undefined ? {} : { screenshot };
}

function pathData({ path, steps, ms }: PathReport, texts: Texts, taken: Taken): WalkedPath {
  return {
    id: path.id,
    input: path.input,
    ms: rounded(ms),
    failed: steps.some(({ wrong }) => wrong.length > 0),
    steps: steps.map((step, index) => stepData(step, steps[index - 1]?.state, texts, taken)),
  };
}

function stepData(step: StepReport, before: string | undefined, texts: Texts, taken: Taken): PathStep {
  const { name, state, seen, wrong, ms, screenshot } = step;
  const says = seen?.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('\n') ?? '';
  return [
    texts.place(name),
    texts.place(state),
    texts.place(seen?.heading ?? ''),
    texts.place(seen?.buttons.join(', ') ?? ''),
    texts.place(says),
    texts.place(wrong.join('\n')),
    screenshot === undefined ? -1 : texts.place(screenshot),
    seen?.busy === true ? 1 : 0,
    rounded(ms),
    before === undefined ? [] : taken(before, name, state).map((id) => texts.place(id)),
  ];
}

type Taken = (from: string, name: string, to: string) => readonly string[];

/** The transitions that a step took, by the states around it and what happened. */
function takenIn({ generated }: FlowReport): Taken {
  const { graph } = generated.suite;
  const exact = new Map<string, readonly string[]>();
  const alike = new Map<string, readonly string[]>();
  for (const { from, to, transitions, moves } of graph.edges) {
    const [source, target] = [graph.nodes[from]?.state, graph.nodes[to]?.state];
    for (const { move } of moves) {
      exact.set(`${source}\n${moveName(move)}\n${target}`, transitions);
      alike.set(`${source}\n${kindOf(moveName(move))}\n${target}`, transitions);
    }
  }
  // Answers made for a bound are not in the graph; they do what others at the same screen do.
  return (from, name, to) => exact.get(`${from}\n${name}\n${to}`) ?? alike.get(`${from}\n${kindOf(name)}\n${to}`) ?? [];
}

function kindOf(name: string): string {
  return name.split(' ').slice(0, 2).join(' ');
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Texts that repeat are kept once. */
class Texts {
  readonly all: string[] = [];
  private readonly places = new Map<string, number>();

  place(text: string): number {
    const known = this.places.get(text);
    if (known !== undefined) return known;
    this.all.push(text);
    this.places.set(text, this.all.length - 1);
    return this.all.length - 1;
  }
}
