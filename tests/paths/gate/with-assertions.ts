import { stateAt } from '#engine/flow/state-nodes.ts';
import { caseWith, type Assertions } from '../flow-case.ts';
import type { LoadedFlow } from '../load.ts';

/** The flow with these assertions and paths added to its case. */
export function withAssertions(
  loaded: LoadedFlow,
  assertions: Assertions,
  keptPaths: readonly string[] = [],
): LoadedFlow {
  return { ...loaded, known: caseWith(loaded.known, assertions, keptPaths) };
}

/** Assertions about states that the machine does not have, in words. */
export function strayAssertions({ flow: { machine } }: LoadedFlow, assertions: Assertions): string[] {
  return Object.keys(assertions)
    .filter((state) => stateAt(machine, state) === undefined)
    .map((state) => `assertion about ${state}, which is no state of the flow`);
}
