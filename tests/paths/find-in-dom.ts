import { inSimulatedPage } from './dom/in-simulated-page.ts';
import type { FlowReport } from './run-flow.ts';
import type { Command } from './walk-request.ts';

/** A vitest of its own for each, so only the first are looked for. */
const MOST_LOOKED_FOR = 3;

/** Failures of the browser that the simulated page has as well are told as its own. */
export function findInDom({ flow, failures }: FlowReport, { seed, criteria }: Command): void {
  for (const failure of failures.filter(({ lowest }) => lowest === 'browser').slice(0, MOST_LOOKED_FOR)) {
    const path = /--path "(.*)"$/.exec(failure.reproduce)?.[1];
    if (path === undefined) continue;
    if (failsInDom({ flow: [flow], tier: 'dom', criteria, seed, path, json: false })) failure.lowest = 'dom';
  }
}

function failsInDom(command: Command): boolean {
  try {
    return inSimulatedPage(command).code === 1;
  } catch {
    // A path of the browser alone, to what its page has no other way to.
    return false;
  }
}
