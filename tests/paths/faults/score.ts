import { equivalenceOf } from './equivalent.ts';
import { keyOf, type Fault } from './fault.ts';
import type { Verdict } from './judge.ts';

export interface Counted {
  killed: number;
  /** Every mutant, those that are equivalent as well. */
  total: number;
  /** Mutants that change nothing that anybody could notice, each with its reason in `equivalent.ts`. */
  equivalent: number;
}

/** A change that no path, law or approved file notices. */
export interface Survivor {
  file: string;
  change: string;
  flows: readonly string[];
}

export interface Score {
  /** Of machines, and of what all machines are built of. */
  machines: Counted;
  /** Of screens and manifests. */
  screens: Counted;
  survivors: Survivor[];
}

/** At least so much of what is not equivalent is killed. */
export const goals = { machines: 1, screens: 0.95 } as const;

export function scoreOf(faults: readonly Fault[], verdicts: ReadonlyMap<string, Verdict>): Score {
  const survivors = faults.filter((fault) => !isKilled(fault, verdicts) && equivalenceOf(fault) === undefined);
  const count = (...areas: Fault['area'][]): Counted => {
    const some = faults.filter(({ area }) => areas.includes(area));
    const equivalent = some.filter((fault) => equivalenceOf(fault) !== undefined).length;
    const left = survivors.filter(({ area }) => areas.includes(area)).length;
    return { killed: some.length - equivalent - left, total: some.length, equivalent };
  };
  return {
    machines: count('machine', 'shared'),
    screens: count('screen', 'manifest'),
    survivors: survivors.map(({ file, change, flows }) => ({ file, change, flows })),
  };
}

function isKilled(fault: Fault, verdicts: ReadonlyMap<string, Verdict>): boolean {
  const verdict = verdicts.get(keyOf(fault));
  return (verdict?.approved ?? verdict?.laws) !== undefined;
}

export function reachesGoals(score: Score): boolean {
  return (['machines', 'screens'] as const).every((kind) => {
    const { killed, total, equivalent } = score[kind];
    return killed >= goals[kind] * (total - equivalent);
  });
}

/** A line for each kind of mutant, and one for each survivor with the file for an assertion that kills it. */
export function scoreWords(score: Score): string[] {
  const { machines, screens, survivors } = score;
  const line = (name: string, { killed, total, equivalent }: Counted, goal: number) =>
    `${name.padEnd(9)}${killed} of ${total - equivalent} killed (goal ${goal * 100} %), ${equivalent} equivalent`;
  return [
    line('machines', machines, goals.machines),
    line('screens', screens, goals.screens),
    ...survivors.map(
      ({ file, change, flows }) =>
        `survives: ${file}: ${change}. Add an assertion to tests/paths/${flows[0] ?? '<flow>'}/<state>.json.`,
    ),
  ];
}
