import { setupServer } from 'msw/node';
import type { FlowContext, FlowDefinition } from '#engine/flow/flow.ts';
import { invokesOf } from '../generator/move.ts';
import type { AnyMachineSnapshot } from 'xstate';
import { speak } from '#src/words/words.ts';
import '#tests/screens/jsdom-gaps.ts';
import english from '../../../src/public/locales/en-us.json' with { type: 'json' };
import type { LoadedFlow } from '../load.ts';
import type { TierOptions } from '../command.ts';
import { stopClock } from './clock.ts';
import { openIn, type DomStage } from './dom-walker.ts';
import { quickenSelectors } from './selectors.ts';
import { servedCalls } from './served-calls.ts';

const definitions = import.meta.glob<FlowDefinition>('../../../machines/*/flow.ts', { import: 'default' });
const server = setupServer();

/** Before the first path: a server that answers, words that are spoken, time that stands. */
export async function raiseStage(): Promise<void> {
  server.listen({ onUnhandledRequest: 'error' });
  await speak('en-us', english);
  // Nothing is laid out in a simulated page, and the rules of all its sheets are slow to ask for each element.
  window.getComputedStyle = ((element: HTMLElement) => element.style) as typeof window.getComputedStyle;
  quickenSelectors();
  stopClock();
}

export function strikeStage(): void {
  server.close();
}

export const inDom = (async (loaded) =>
  ({ tier: 'dom', open: openIn(await stageOf(loaded)) }) as const) satisfies TierOptions;

/** The page of the flow and its server. */
async function stageOf({ flow }: LoadedFlow): Promise<DomStage> {
  const definition = await definitions[`../../../machines/${flow.id}/flow.ts`]?.();
  if (definition === undefined) throw new Error(`there is no flow "${flow.id}"`);
  const watch: DomStage['watch'] = { current: undefined };
  const now = () => watch.current?.actor()?.getSnapshot() as AnyMachineSnapshot | undefined;
  const waits = (effect: string) => {
    const snapshot = now();
    return snapshot?.status === 'active' && invokesOf(snapshot).some((invoke) => invoke.effect === effect);
  };
  const isOwn = (key: string) => {
    const { instance } = (now()?.context as FlowContext | undefined) ?? {};
    return instance !== undefined && key.startsWith(instance);
  };
  const served = servedCalls(flow, waits, isOwn);
  server.resetHandlers(...served.handlers);
  return { definition, served, watch };
}
