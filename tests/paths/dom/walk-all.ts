import { expect } from 'vitest';
import { isFull } from '../../depth.ts';
import { withinBudget } from '../budget.ts';
import { criteria, type Criterion } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { eachOnce } from './each-once.ts';
import { inDom } from './stage.ts';

/** Pairs are asked on demand: `npm run paths -- --tier dom`. Bounds take as long as all others: `npm test` asks for them on the bare machine. */
export const usual: readonly Criterion[] = criteria.filter((one) => one !== 'pairs' && one !== 'boundaries');

/** Walks the flow's paths and expects that all of them hold and nothing is left unshown. */
export async function expectToHold(id: string, wanted: readonly Criterion[]): Promise<void> {
  const loaded = await loadFlow(id);
  const { tier, open } = await inDom(loaded);
  const how = isFull ? { open } : { begin: eachOnce(open) };
  const walk = () => runFlow(loaded, { criteria: new Set(wanted), seed: 1, tier, ...how });
  const { failures, holes } = wanted === usual ? await withinBudget('dom', loaded, walk) : await walk();
  expect({ failures: failures.map(({ problems, reproduce }) => ({ problems, reproduce })), holes }).toEqual({
    failures: [],
    holes: [],
  });
}
