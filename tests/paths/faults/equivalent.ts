import { onMachine, walkPath } from '../machine-tier.ts';
import { criteria, generate } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { keyOf, type Fault } from './fault.ts';

interface Equivalence {
  pattern: RegExp;
  why: string;
}

/** Faults that change nothing that is shown, kept, asked of the server or ended with; a test compares each with the flow as it is. */
export const equivalentFaults: readonly Equivalence[] = [];

export function equivalenceOf(fault: Fault): Equivalence | undefined {
  return equivalentFaults.find(({ pattern }) => pattern.test(keyOf(fault)));
}

// Paths of the flow as it is, walked over both.
const compared = new Set(criteria.filter((one) => one !== 'approved' && one !== 'laws'));

/** The first thing that the flow does otherwise with the fault; `undefined` when nobody can tell. */
export async function differenceBy(fault: Fault, id = fault.flows[0] ?? ''): Promise<string | undefined> {
  const loaded = await loadFlow(id);
  const { machine } = (await fault.plant(loaded)).flow;
  const { paths, boundaries } = generate(loaded, compared, 1);
  for (const path of paths) {
    const { steps } = await walkPath(loaded, boundaries?.material ?? loaded.material, path, {
      machine,
      open: onMachine,
    });
    const wrong = steps.flatMap((step) => step.wrong)[0];
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
