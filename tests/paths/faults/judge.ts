import { survey, type Survey } from '../generator/survey.ts';
import { readApproved } from '../approved/approved-file.ts';
import { behaviourOf, screensFacts } from '../approved/behaviour.ts';
import { differences } from '../approved/differences.ts';
import { criteria } from '../criteria.ts';
import { brokenLaws } from '../laws.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { keyOf, type Fault } from './fault.ts';

/** What a tester's run says of a fault; its paths are made of the flow as it is with the fault. */
export interface Verdict {
  key: string;
  /** The first difference from the approved file. */
  approved?: string;
  /** The first broken law, or what a criterion says, without the approved file. */
  laws?: string;
}

// Every two transitions in a row take longest, and notice nothing that the others do not.
const walked = new Set(criteria.filter((one) => one !== 'pairs' && one !== 'approved' && one !== 'laws'));
const loadedFlows = new Map<string, Promise<LoadedFlow>>();

/** `either`: the laws are asked only of what the approved file does not notice. */
export type Asked = 'both' | 'either';

/** Plants the fault in each flow that it may show in, until the approved file and the laws, or either, have noticed it. */
export async function judge(fault: Fault, asked: Asked = 'both'): Promise<Verdict> {
  const verdict: Verdict = { key: keyOf(fault) };
  for (const id of fault.flows) {
    const known = loadedFlows.get(id) ?? loadFlow(id);
    loadedFlows.set(id, known);
    const one = await judgeIn(await known, fault, asked);
    if (one.approved !== undefined) verdict.approved ??= `${id}: ${one.approved}`;
    if (one.laws !== undefined) verdict.laws ??= `${id}: ${one.laws}`;
    const noticed = [verdict.approved, verdict.laws].filter((one) => one !== undefined).length;
    if (noticed === 2 || (noticed === 1 && asked === 'either')) break;
  }
  return verdict;
}

async function judgeIn(loaded: LoadedFlow, fault: Fault, asked: Asked): Promise<Omit<Verdict, 'key'>> {
  try {
    const planted = await fault.plant(loaded);
    const held = readApproved(loaded.flow.id) ?? {};
    let surveyed: Survey | undefined;
    const found = () => (surveyed ??= survey(planted.material));
    // What the documents say is compared first: that needs no survey.
    const [said] = differences({ screens: held['screens'] ?? {} }, { screens: screensFacts(planted) });
    const [approved] = said === undefined ? differences(held, behaviourOf(planted, found())) : [said];
    if (approved !== undefined && asked === 'either') return { approved };
    const laws = await noticed(planted, found);
    return { ...(approved !== undefined && { approved }), ...(laws !== undefined && { laws }) };
  } catch (error) {
    // A document that does not compile, or a machine that cannot be built, stops the run.
    const words = `stops the run: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
    return { approved: words, laws: words };
  }
}

/** The first broken law of a flow, or what a criterion says, without the approved file. */
export async function noticed(
  planted: LoadedFlow,
  found = () => survey(planted.material),
): Promise<string | undefined> {
  const broken = brokenLaws(planted, found).next().value;
  if (broken !== undefined) return `Law: ${broken.law}: ${broken.problem}`;
  const { failures, holes } = await runFlow(planted, { criteria: walked, seed: 1, firstFailure: true });
  return failures.flatMap(({ problems }) => problems)[0] ?? holes[0];
}
