import { groupBy, isFacts } from '../approved/facts.ts';
import { readApproved } from '../approved/approved-file.ts';
import { flowsIn, loadFlow, type LoadedFlow } from '../load.ts';
import { keyOf, withMachine, type Fault } from './fault.ts';
import { manifestFaults } from './manifest-faults.ts';
import { faultsOf } from './plant.ts';
import { screenFaults } from './screen-faults.ts';
import { sharedFaults } from './shared-faults.ts';

/** Of each kind in each file, `each` at most, taken evenly from all over it: the same in every run. */
export async function plantedFaults(each = Number.POSITIVE_INFINITY): Promise<Fault[]> {
  const ids = await flowsIn('machine');
  const all: Fault[] = [];
  for (const id of ids) {
    const loaded = await loadFlow(id);
    all.push(...machineFaults(loaded), ...manifestFaults(loaded), ...screenFaults(loaded));
  }
  const groups = groupBy(named(all), ({ area, kind, flows }) => `${area} ${kind} ${flows.join()}`);
  return [...[...groups.values()].flatMap((group) => evenly(group, each)), ...sharedFaults(ids)];
}

/** Two branches may have the same rule: the second of them is told apart by its number. */
function named(faults: readonly Fault[]): Fault[] {
  const times = new Map<string, number>();
  return faults.map((fault) => {
    const time = (times.get(keyOf(fault)) ?? 0) + 1;
    times.set(keyOf(fault), time);
    return time === 1 ? fault : { ...fault, change: `${fault.change} (${time})` };
  });
}

export function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);
}

function machineFaults({ flow }: LoadedFlow): Fault[] {
  return faultsOf(flow.machine, fieldsSent(flow.id)).map(({ name, kind, plant }) => ({
    area: 'machine',
    kind,
    change: name,
    file: `machines/${flow.id}`,
    flows: [flow.id],
    plant: (loaded) => withMachine(loaded, plant()),
  }));
}

/** By call, as its approved file knows them. */
function fieldsSent(id: string): Record<string, string[]> {
  const calls = readApproved(id)?.['calls'];
  if (!isFacts(calls)) return {};
  const sent = new Map<string, Set<string>>();
  for (const [name, fields] of Object.entries(calls)) {
    const [, call = ''] = /^(\w+) in (?:NEW|EDIT)$/.exec(name) ?? [];
    if (call === '' || !isFacts(fields)) continue;
    const known = sent.get(call) ?? new Set();
    for (const field of Object.keys(fields)) known.add(pointerOfField(field));
    sent.set(call, known);
  }
  return Object.fromEntries([...sent].map(([call, fields]) => [call, [...fields]]));
}

function pointerOfField(field: string): string {
  return /^(?:(?:key|revision|run|ids)$|params\/|query\/)/.test(field) ? `/${field}` : `/body/${field}`;
}
