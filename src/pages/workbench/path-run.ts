import type { CallReply } from '#api/client.ts';
import { pathCriteria, type FlowOutcome, type PathCriterion } from '#api/contract/workbench.ts';
import type { GraphState } from '#engine/flow/state-graph.ts';
import type { LoadedFlow } from '../../flow/loaded-flow.ts';
import { flowTitle } from '../studio/flow-title.ts';
import { flowManifests } from '../../flow/registry.ts';

export type PathRun = CallReply<'readPathRun'>;
export type ListedRun = CallReply<'listPathRuns'>[number];

/** Flows that have paths, in the order of their titles. */
export function walkedFlows(): { value: string; label: string }[] {
  const all = [...flowManifests.keys()].map((value) => ({ value, label: flowTitle(value) }));
  return all.toSorted((a, b) => a.label.localeCompare(b.label));
}

/** What a state is called: the title of its screen, or its path where the screen has none. */
export function stateTitles({ screens }: LoadedFlow): (state: GraphState) => string {
  return ({ screen, path }) => (screen === undefined ? undefined : screens[screen]?.document.title) || path;
}

export function isActive({ state }: Pick<ListedRun, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** Failed paths and items that nothing shows. */
export function problemsOf({ failures, holes }: Pick<FlowOutcome, 'failures' | 'holes'>): number {
  return failures + holes;
}

/** How a flow's outcome differs from that of an earlier run. */
export interface Difference {
  /** More problems than before, or fewer if negative. */
  problems: number;
  /** Items that are shown now and were not, or the other way round if negative. */
  shown: { criterion: PathCriterion; count: number }[];
}

/** Undefined where the earlier run did not walk the flow. Criteria that only one of them asked for are left out. */
export function differenceOf(now: FlowOutcome, before: FlowOutcome | undefined): Difference | undefined {
  if (before === undefined) return undefined;
  const shown = pathCriteria.flatMap((criterion) => {
    const [a, b] = [now.criteria[criterion], before.criteria[criterion]];
    const count = a.covered - b.covered;
    return a.total > 0 && b.total > 0 && count !== 0 ? [{ criterion, count }] : [];
  });
  return { problems: problemsOf(now) - problemsOf(before), shown };
}

/** The step names of a path as `playPath` reads them; the first name says how the flow is opened. */
export function spelledPath(input: string, names: readonly string[]): string {
  return `${input}: ${names.slice(1).join(' > ')}`;
}
