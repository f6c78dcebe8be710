import { groupBy } from '../approved/facts.ts';
import { flowsIn, loadFlow } from '../load.ts';
import { evenly, named, type Fault } from './fault.ts';
import { machineFaults } from './machine-faults.ts';
import { manifestFaults } from './manifest-faults.ts';
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
