import { describe, expect, it } from 'vitest';
import { flowsIn, loadFlow } from '../load.ts';
import { equivalentFaults } from './equivalent.ts';
import { findFaults, type FaultFound } from './find-faults.ts';
import { faultKinds, faultsOf } from './plant.ts';

const found: FaultFound[] = [];
// Of each kind in each flow; `npm run bench -- paths.faults` plants them all.
const EACH = 10;

const flows = await flowsIn('browser');

describe('faults planted in the machines of the flows', () => {
  it.each(flows)('are all noticed in %s, or explained', { timeout: 600_000 }, async (id) => {
    const faults = await findFaults(id, EACH);
    found.push(...faults);
    const silent = faults.filter(({ problem, equivalent }) => problem === undefined && equivalent === undefined);
    expect(silent.map(({ name }) => name)).toEqual([]);
    // What is noticed is not equivalent, whatever somebody wrote.
    const wronged = faults.filter(({ problem, equivalent }) => problem !== undefined && equivalent !== undefined);
    expect(wronged.map(({ name, problem }) => ({ name, problem }))).toEqual([]);
  });

  it('are of every kind and at least sixty', () => {
    expect(found.length).toBeGreaterThanOrEqual(60);
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(faultKinds));
  });

  it('are explained by no reason that explains nothing', async () => {
    // Of all that could be planted: which few are planted here changes with the machines.
    const loaded = await Promise.all(flows.map((id) => loadFlow(id)));
    const names = loaded.flatMap(({ flow }) => faultsOf(flow.machine).map(({ name }) => `${flow.id}: ${name}`));
    const idle = equivalentFaults.filter(({ pattern }) => !names.some((name) => pattern.test(name)));
    expect(idle.map(({ pattern }) => String(pattern))).toEqual([]);
  });
});
