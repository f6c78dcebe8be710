import { onMachine, walkPath } from '../machine-tier.ts';
import { criteria, generate } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { keyOf, type Fault } from './fault.ts';

interface Equivalence {
  pattern: RegExp;
  why: string;
}

/** Faults that change nothing that is shown, kept, asked of the server or ended with; a test compares each with the flow as it is. */
export const equivalentFaults: readonly Equivalence[] = [
  {
    pattern:
      /^machines\/(?:maintenance|organization|password|sign-in|status-page): drop action countAttempt of (?!sendingCode\b)\w+ xstate\.done\./,
    why: 'the flow ends with this reply, so no request follows that could have another key',
  },
  {
    pattern: /^machines\/(?:notification-channel|user|webhook): drop action countAttempt of saving xstate\.done\./,
    why: 'a save ends the flow with this reply, so no request follows that could have another key',
  },
  {
    pattern: /^machines\/notification-channel: drop action countAttempt of adding xstate\.done\.actor\.add\[1\]$/,
    why: 'a channel without anything to show once ends the flow with this reply, so no request follows',
  },
  {
    pattern: /^machines\/cloud-monitor: drop action countAttempt of (?:adding|saving) xstate\.done\./,
    why: 'the flow ends with this reply, so no request follows that could have another key',
  },
  {
    pattern: /^machines\/deletion: drop action countAttempt of erasing\w+ xstate\.error\.[\w.]+\[0\]$/,
    why: 'nobody knows what became of this request, so the next one has its key either way',
  },
  {
    pattern: /^machines\/cloud-monitor: drop action forgetRefusal of editing\.confirm step\.submitted/,
    why: 'leaving Confirm, by whatever way, forgets the refusal as well',
  },
];

export function equivalenceOf(fault: Fault): Equivalence | undefined {
  return equivalentFaults.find(({ pattern }) => pattern.test(keyOf(fault)));
}

// Paths of the flow as it is, walked over both.
const compared = new Set(criteria.filter((one) => !['pairs', 'approved', 'laws'].includes(one)));

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
