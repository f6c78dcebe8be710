import { toDraft } from '#engine/flow/draft.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { viewOf } from '#engine/flow/view.ts';
import { screenOfSnapshot } from './generator/material.ts';
import type { LoadedFlow } from './load.ts';
import type { Rig } from './rig.ts';

interface Walking {
  rig: Rig;
  loaded: LoadedFlow;
}

/**
 * What another machine shows, keeps in its draft, asks of the server and ends with otherwise than the flow's own, which
 * took the same moves. Nothing else of a machine is anybody's business.
 */
export function differsFrom(model: Walking, walker: Walking): string[] {
  const [should, does] = [observed(model), observed(walker)];
  return Object.keys({ ...should, ...does }).flatMap((name) => {
    const [expected, found] = [spelled(should[name]), spelled(does[name])];
    return expected === found ? [] : [`${name} is ${found}, not ${expected}`];
  });
}

function observed({ rig, loaded: { flow, screens } }: Walking): Record<string, unknown> {
  const snapshot = rig.snapshot();
  const calls = rig.calls.map(({ effect, input }) => ({ effect, input }));
  const shows = snapshot.status === 'active' && screenOfSnapshot(snapshot) !== undefined;
  const view = shows ? seenOf(viewOf(flow, screens, snapshot)) : {};
  const kept = toDraft(flow, screens, snapshot);
  return { ...view, status: snapshot.status, output: snapshot.output, 'the requests made': calls, 'the draft': kept };
}

function seenOf({ can, ...view }: StepView): Record<string, unknown> {
  const { event: _, ...known } = can;
  return { ...view, can: known };
}

function spelled(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
