// paths.step.dom: one step of the flows' paths in the simulated page, with all assertions.
import { inSimulatedPage } from '../paths/dom/in-simulated-page.ts';
import type { JsonReport } from '../paths/json-report.ts';
import { rounded, type Bench } from './bench.ts';

export const bench: Bench = {
  names: ['paths.step.dom'],
  async run() {
    const flow = ['first-run', 'sign-in', 'organization', 'cloud-monitor'];
    const criteria = 'states,transitions,guards,outcomes';
    const { text, code } = inSimulatedPage({ tier: 'dom', flow, criteria, seed: '1', json: true });
    if (code !== 0) throw new Error(`the paths do not hold:\n${text}`);
    const { flows } = JSON.parse(text) as JsonReport;
    // The flow with the largest screens.
    const value = rounded(Math.max(...flows.map(({ stepMs }) => stepMs)));
    return [{ name: 'paths.step.dom', value, unit: 'ms', goal: '<= 30 ms', holds: value <= 30 }];
  },
};
