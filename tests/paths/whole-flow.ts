import type { AnyStateMachine } from 'xstate';
import { moveName } from './generator/move.ts';
import { movesTo, stateOf, survey } from './generator/survey.ts';
import { readApproved } from './approved/approved-file.ts';
import { behaviourOf } from './approved/behaviour.ts';
import { differences, factCount } from './approved/differences.ts';
import type { Coverage, Criterion } from './criteria.ts';
import { brokenLaws, lawCount } from './laws.ts';
import type { LoadedFlow } from './load.ts';

export interface WholeProblem {
  problems: string[];
  /** Where it shows, how the flow is opened, and the moves that lead there; none where it is about the flow as a whole. */
  state?: string;
  input?: string;
  moves?: readonly string[];
}

export interface WholeAnswer {
  criterion: Criterion;
  coverage: Coverage;
  found: WholeProblem[];
}

/** Asks what no single path can show: whether the flow does what was approved, and what is right for every flow. */
export function askWhole(
  loaded: LoadedFlow,
  wanted: ReadonlySet<Criterion>,
  machine: AnyStateMachine = loaded.flow.machine,
): WholeAnswer[] {
  if (!wanted.has('approved') && !wanted.has('laws')) return [];
  const flow = { ...loaded.flow, machine };
  const asked = { ...loaded, flow, material: { ...loaded.material, flow } };
  const found = survey(asked.material);
  return [
    ...(wanted.has('approved') ? [askApproved(asked, found)] : []),
    ...(wanted.has('laws') ? [askLaws(asked, found)] : []),
  ];
}

function askApproved(loaded: LoadedFlow, found: ReturnType<typeof survey>): WholeAnswer {
  const { id } = loaded.flow;
  const approved = readApproved(id);
  if (approved === undefined) {
    const problem = `Nobody has approved what "${id}" does. Read and keep what this writes: npm run paths -- --approve --flow ${id}`;
    return { criterion: 'approved', coverage: covered(0, 1), found: [{ problems: [problem] }] };
  }
  const problems = differences(approved, behaviourOf(loaded, found));
  const total = factCount(approved);
  const coverage = covered(Math.max(total - problems.length, 0), total);
  if (problems.length === 0) return { criterion: 'approved', coverage, found: [] };
  const approve = `If that is what you want: npm run paths -- --approve --flow ${id}`;
  return { criterion: 'approved', coverage, found: [{ problems: [...problems, approve] }] };
}

function askLaws(loaded: LoadedFlow, found: ReturnType<typeof survey>): WholeAnswer {
  const broken = [...brokenLaws(loaded, () => found)];
  const kept = lawCount - new Set(broken.map(({ law }) => law)).size;
  return {
    criterion: 'laws',
    coverage: covered(kept, lawCount),
    found: broken.map(({ law, problem, at }) => ({
      problems: [`Law: ${law}: ${problem}`],
      ...(at && { state: stateOf(at), input: at.input, moves: movesTo(at).map((move) => moveName(move)) }),
    })),
  };
}

// What is wrong is told as a failure, so that it is no hole as well.
function covered(count: number, total: number): Coverage {
  return { covered: count, total, infeasible: 0, holes: [], reasons: [] };
}
