import { longestKey, type Survivor } from '#api/contract/mutants.ts';
import { restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import { equivalenceOf } from '../faults/equivalent.ts';
import { evenly, keyOf, named, type Fault } from '../faults/fault.ts';
import { noticed } from '../faults/judge.ts';
import { machineFaults } from '../faults/machine-faults.ts';
import { screenFaults } from '../faults/screen-faults.ts';
import type { LoadedFlow } from '../load.ts';
import { saidChange } from './said-change.ts';

/** Mutants of the machine and of the screens that came out as killed, equivalent, or as survivors. */
export interface Mutants {
  total: number;
  killed: number;
  equivalent: number;
  survivors: Survivor[];
  /** What is wrong with the flow as it is, which would notice everything: then nothing is tried. */
  broken: string;
}

/**
 * Changes the machine and the screens of a flow, one mistake at a time, and asks its laws, its paths and the assertions of testers. The
 * approved files are not asked: a screen that a product owner has changed differs from them. At most `most`, taken evenly from each kind.
 */
export async function judgeMutants(
  loaded: LoadedFlow,
  most: number,
  onJudged: (done: number, total: number) => void,
): Promise<Mutants> {
  const faults = evenly(faultsOf(loaded), most);
  const mutants: Mutants = { total: 0, killed: 0, equivalent: 0, survivors: [], broken: (await noticed(loaded)) ?? '' };
  if (mutants.broken !== '') return mutants;
  mutants.total = faults.length;
  for (const [index, fault] of faults.entries()) {
    onJudged(index, faults.length);
    if (equivalenceOf(fault) !== undefined) mutants.equivalent += 1;
    else if ((await noticedBy(loaded, fault)) === undefined) mutants.survivors.push(survivorOf(loaded, fault));
    else mutants.killed += 1;
  }
  onJudged(faults.length, faults.length);
  return mutants;
}

/** What notices one mutant now, in words; `undefined` where nothing does, or there is none of this key any more. */
export async function judgeMutant(loaded: LoadedFlow, key: string): Promise<string | undefined> {
  const fault = faultsOf(loaded).find((one) => shortKey(one) === key);
  return fault && noticedBy(loaded, fault);
}

/** Faults of each kind beside each other, so that an even choice has some of all. */
function faultsOf(loaded: LoadedFlow): Fault[] {
  const all = named([...machineFaults(loaded), ...screenFaults(loaded)]);
  return all.toSorted((a, b) => a.area.localeCompare(b.area) || a.kind.localeCompare(b.kind));
}

async function noticedBy(loaded: LoadedFlow, fault: Fault): Promise<string | undefined> {
  try {
    return await noticed(await fault.plant(loaded));
  } catch (error) {
    // A document that does not compile, or a machine that cannot be built, stops every run.
    return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  }
}

function survivorOf(loaded: LoadedFlow, fault: Fault): Survivor {
  const { machine } = loaded.flow;
  const { file, change } = fault;
  const states = restingStates(machine).map((node) => ({ path: node.path.join('.'), screen: screenIn(node) }));
  const [, screen] = /\/([\w-]+)\.json$/.exec(file) ?? [];
  const own = states.filter((state) =>
    screen === undefined ? change.split(/[^\w.]+/).includes(state.path) : state.screen === screen,
  );
  return {
    key: shortKey(fault),
    file,
    change: saidChange(loaded, fault).slice(0, longestKey),
    states: own.map(({ path }) => path),
  };
}

/** A published document may have long texts. */
function shortKey(fault: Fault): string {
  return keyOf(fault).slice(0, longestKey);
}
