// paths.step.browser: one step of the flows' paths in the built product, from the user's action through all assertions.
import { inBrowser } from '../paths/browser/browser-tier.ts';
import { Stage } from '../paths/browser/stage.ts';
import { loadFlow } from '../paths/load.ts';
import { runFlow } from '../paths/run-flow.ts';
import { percentile, rounded, type Bench } from './bench.ts';

export const bench: Bench = {
  names: ['paths.step.browser'],
  async run() {
    const stage = await Stage.begin();
    try {
      const criteria = new Set(['states', 'transitions'] as const);
      const report = await runFlow(await loadFlow('organization'), {
        criteria,
        seed: 1,
        ...inBrowser(stage, { abreast: 1 }),
      });
      if (report.failures.length > 0) throw new Error(`a path does not hold: ${report.failures[0]?.reproduce}`);
      // Opening a flow is a page load, not a step.
      const steps = report.paths.flatMap((path) => path.steps.slice(1).map(({ ms }) => ms));
      const value = rounded(percentile(steps, 0.5));
      return [{ name: 'paths.step.browser', value, unit: 'ms', goal: '<= 150 ms', holds: value <= 150 }];
    } finally {
      await stage.end();
    }
  },
};
