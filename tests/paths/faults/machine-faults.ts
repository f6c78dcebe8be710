// Faults in the machine of a flow, each with the fields that its approved file says are sent.
import { readApproved } from '../approved/approved-file.ts';
import { isFacts } from '../approved/facts.ts';
import type { LoadedFlow } from '../load.ts';
import { withMachine, type Fault } from './fault.ts';
import { faultsOf } from './plant.ts';

export function machineFaults({ flow }: LoadedFlow): Fault[] {
  return faultsOf(flow.machine, fieldsSent(flow)).map(({ name, kind, plant }) => ({
    area: 'machine',
    kind,
    change: name,
    file: `machines/${flow.id}`,
    flows: [flow.id],
    plant: (loaded) => withMachine(loaded, plant()),
  }));
}

/** By call, as its approved file knows them. */
function fieldsSent({ id, effects }: LoadedFlow['flow']): Record<string, string[]> {
  const calls = readApproved(id)?.['calls'];
  if (!isFacts(calls)) return {};
  const sent = new Map<string, Set<string>>();
  for (const [name, fields] of Object.entries(calls)) {
    const [, call = ''] = /^(\w+) in (?:NEW|EDIT)$/.exec(name) ?? [];
    if (call === '' || !isFacts(fields)) continue;
    const known = sent.get(call) ?? new Set();
    // A request of no fields has a line without a name.
    for (const field of Object.keys(fields).filter((one) => one !== ''))
      known.add(effects[call]?.kind === 'upload' && field === 'file' ? '/file' : pointerOfField(field));
    sent.set(call, known);
  }
  return Object.fromEntries([...sent].map(([call, fields]) => [call, [...fields]]));
}

function pointerOfField(field: string): string {
  return /^(?:(?:key|revision|run|ids)$|params\/|query\/)/.test(field) ? `/${field}` : `/body/${field}`;
}
