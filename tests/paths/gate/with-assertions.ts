import { stateAt } from '#engine/flow/state-nodes.ts';
import { caseWith, type Assertions } from '../flow-case.ts';
import { materialOf, type LoadedFlow } from '../load.ts';

/** The flow with these assertions, cases and paths added to what is known of it. */
export function withAssertions(
  loaded: LoadedFlow,
  assertions: Assertions,
  keptPaths: readonly string[] = [],
): LoadedFlow {
  const known = caseWith(loaded.known, assertions, keptPaths);
  const hasCases = Object.values(assertions).some(({ cases = {} }) => Object.keys(cases).length > 0);
  return { ...loaded, known, ...(hasCases && { material: materialOf(loaded.flow, loaded.screens, known) }) };
}

/** Assertions about states that the machine does not have, in words. */
export function strayAssertions({ flow: { machine } }: LoadedFlow, assertions: Assertions): string[] {
  return Object.keys(assertions)
    .filter((state) => stateAt(machine, state) === undefined)
    .map((state) => `assertion about ${state}, which is no state of the flow`);
}
