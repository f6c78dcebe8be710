// The generated paths by the real page of the built product, its server and its database; each transition once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull } from '../../depth.ts';
import { ensureBuilt } from '../../../scripts/prepare.mjs';
import { withinBudget } from '../budget.ts';
import type { Criterion } from '../criteria.ts';
import { loadFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { inBrowser } from './browser-tier.ts';
import { Stage } from './stage.ts';

/** Their pages are of each presentation; the simulated page walks the transitions of all flows but those whose case leaves it out (`notIn`). */
const always = ['sign-in', 'first-run', 'organization'];
const walked = isFull ? [...always, 'cloud-monitor', 'cloud-monitor-condition', 'vm-host'] : always;

// Bounds, pairs and what is sneaked in are asked on demand: `npm run paths -- --tier browser`. The words of each refusal and a
// reload in each state are shown in the simulated page, by the same components and client; the files resume-* load real ones again.
const onlyInFull = ['outcomes', 'reload'] as const;
const wanted = new Set<Criterion>(['states', 'transitions', 'guards', ...(isFull ? onlyInFull : [])]);

let stage: Stage;
beforeAll(async () => {
  await ensureBuilt({ say: () => undefined });
  stage = await Stage.begin();
}, 300_000);
afterAll(() => stage?.end());

describe('the generated paths in the built product', () => {
  it.each(walked)('hold for %s in the browser, axe and the focus included', { timeout: 600_000 }, async (id) => {
    const loaded = await loadFlow(id);
    const { failures, holes } = await withinBudget('browser', loaded, () =>
      runFlow(loaded, { criteria: wanted, seed: 1, ...inBrowser(stage) }),
    );
    expect({ failures: failures.map(({ problems, reproduce }) => ({ problems, reproduce })), holes }).toEqual({
      failures: [],
      holes: [],
    });
  });
});
