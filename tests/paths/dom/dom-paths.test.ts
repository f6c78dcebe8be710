import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { criteria } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { inDom, raiseStage, strikeStage } from './stage.ts';

// Flows with larger screens are walked on demand: `npm run paths -- --tier dom --flow ID`.
const quick = ['first-run', 'organization', 'sign-in'];

beforeAll(raiseStage);
afterAll(strikeStage);

describe('the generated paths in a simulated page', () => {
  it.each(quick)('hold for %s by every criterion but pairs, and leave no hole', { timeout: 900_000 }, async (id) => {
    const loaded = await loadFlow(id);
    const wanted = new Set(criteria.filter((one) => one !== 'pairs'));
    const { failures, holes } = await runFlow(loaded, { criteria: wanted, seed: 1, ...(await inDom(loaded)) });
    expect({ failures: failures.map(({ problems, reproduce }) => ({ problems, reproduce })), holes }).toEqual({
      failures: [],
      holes: [],
    });
  });
});
