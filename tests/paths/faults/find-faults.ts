import type { Path } from '#engine/paths/path.ts';
import { criteria, generate, type Criterion, type Generated } from '../criteria.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { equivalentFaults } from './equivalent.ts';
import { faultKinds, faultsOf, type Fault, type FaultKind } from './plant.ts';

export interface FaultFound {
  flow: string;
  name: string;
  kind: FaultKind;
  /** The first thing that the suite says about it. */
  problem?: string;
  /** Why nobody can notice it. */
  equivalent?: string;
}

const most = new Set(criteria.filter((one) => one !== 'pairs' && one !== 'approved' && one !== 'laws'));
// Longest, so only for what the rest has not noticed.
const pairs = new Set<Criterion>(['pairs', 'sneak']);

/**
 * Plants faults in the flow's machine, one at a time, and runs the suite of the machine tier against each; of each kind at
 * most `each`, taken evenly from all over the machine.
 */
export async function findFaults(id: string, each = Number.POSITIVE_INFINITY): Promise<FaultFound[]> {
  const loaded = await loadFlow(id);
  const all = faultsOf(loaded.flow.machine);
  const generated = generate(loaded, most, 1);
  let withPairs: Generated | undefined;
  const found: FaultFound[] = [];
  for (const fault of faultKinds.flatMap((kind) => some(all, kind, each))) {
    const equivalent = equivalentFaults.find(({ pattern }) => pattern.test(`${id}: ${fault.name}`))?.why;
    let problem = await problemOf(loaded, fault, generated, most);
    if (problem === undefined && equivalent === undefined) {
      withPairs ??= generate(loaded, pairs, 1);
      problem = await problemOf(loaded, fault, withPairs, pairs);
    }
    found.push({
      flow: id,
      name: fault.name,
      kind: fault.kind,
      ...(problem !== undefined && { problem }),
      ...(equivalent !== undefined && { equivalent }),
    });
  }
  return found;
}

async function problemOf(
  loaded: LoadedFlow,
  fault: Fault,
  generated: Generated,
  criteria: ReadonlySet<Criterion>,
): Promise<string | undefined> {
  const paths = nearFirst(generated.paths, fault);
  const run = { criteria, seed: 1, machine: fault.plant(), generated: { ...generated, paths }, firstFailure: true };
  const { failures } = await runFlow(loaded, run);
  return failures.flatMap(({ problems }) => problems)[0];
}

function some(faults: readonly Fault[], wanted: FaultKind, each: number): Fault[] {
  const of = faults.filter(({ kind }) => kind === wanted);
  if (of.length <= each) return of;
  return Array.from({ length: each }, (_, index) => of[Math.floor((index * of.length) / each)]).flatMap(
    (one) => one ?? [],
  );
}

/** Paths that come by the fault's state before those that do not: most faults are noticed there. */
function nearFirst(paths: readonly Path[], { state }: Fault): Path[] {
  const near = (path: Path) => path.steps.some((step) => step.state === state || step.state.startsWith(`${state}.`));
  return [...paths.filter(near), ...paths.filter((path) => !near(path))];
}
