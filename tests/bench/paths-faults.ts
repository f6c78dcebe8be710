// paths.faults: faults planted by program in the machines of the flows, and how many the suite of the machine tier notices.
import { findFaults, type FaultFound } from '../paths/faults/find-faults.ts';
import { faultKinds } from '../paths/faults/plant.ts';
import { flowsIn } from '../paths/load.ts';
import { rounded, type Bench } from './bench.ts';

/** A line a flow and kind; on the other output, so that JSON stays JSON. */
function table(faults: readonly FaultFound[]): string {
  const line = (name: string, of: readonly FaultFound[]) => {
    const noticed = of.filter(({ problem }) => problem !== undefined).length;
    return `${name.padEnd(26)} ${String(of.length).padStart(5)} planted ${String(noticed).padStart(5)} noticed`;
  };
  const silent = faults.filter(({ problem }) => problem === undefined);
  return [
    ...[...new Set(faults.map(({ flow }) => flow))].map((flow) =>
      line(
        flow,
        faults.filter((fault) => fault.flow === flow),
      ),
    ),
    ...faultKinds.map((kind) =>
      line(
        kind,
        faults.filter((fault) => fault.kind === kind),
      ),
    ),
    ...silent.map(
      ({ flow, name, equivalent }) => `not noticed: ${flow}: ${name} (${equivalent ?? 'and nobody explains why'})`,
    ),
  ].join('\n');
}

export const bench: Bench = {
  names: ['paths.faults'],
  async run() {
    const faults: FaultFound[] = [];
    for (const id of await flowsIn('browser')) faults.push(...(await findFaults(id)));
    console.error(table(faults));
    const changing = faults.filter(({ equivalent }) => equivalent === undefined);
    const noticed = changing.filter(({ problem }) => problem !== undefined).length;
    const value = rounded(noticed / changing.length);
    const wronged = faults.some(({ problem, equivalent }) => problem !== undefined && equivalent !== undefined);
    return [
      {
        name: 'paths.faults',
        value,
        unit: 'ratio',
        goal: `1 of at least 60 faults that change behaviour (${noticed} of ${changing.length}; ${faults.length - changing.length} are equivalent)`,
        holds: value === 1 && changing.length >= 60 && !wronged,
      },
    ];
  },
};
