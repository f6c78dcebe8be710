import { stateAt } from '#engine/flow/state-nodes.ts';
import { caseWith, type Assertions } from '../flow-case.ts';
import type { LoadedFlow } from '../load.ts';

/** A flow with what testers ask of its states besides. */
export function withAssertions(loaded: LoadedFlow, assertions: Assertions): LoadedFlow {
  return { ...loaded, known: caseWith(loaded.known, assertions) };
}

/** Assertions that no path can show, since the machine has no such state. */
export function strayAssertions({ flow: { machine } }: LoadedFlow, assertions: Assertions): string[] {
  return Object.keys(assertions)
    .filter((state) => stateAt(machine, state) === undefined)
    .map((state) => `assertion about ${state}, which is no state of the flow`);
}
