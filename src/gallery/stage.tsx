import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { createActor, fromCallback, fromPromise, type EventObject } from 'xstate';
import { errorEvent } from '#engine/flow/effects.ts';
import type { Answers, FlowContext, Refusal, WatchChanged } from '#engine/flow/flow.ts';
import { viewOf } from '#engine/flow/view.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { OptionSourcesProvider, type OptionSources } from '#screens/options/option-sources.tsx';
import { RowsSourceProvider } from '#screens/rows/rows-source.tsx';
import { TreeSourcesProvider, type TreeSources } from '#screens/trees/tree-sources.tsx';
import type { Send } from '#screens/step/step-props.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import type { ShownFlow } from './flows.ts';
import { sampleReply } from './sample.ts';
import { sampleRows } from './sample-rows.ts';
import type { ShownState } from './walk.ts';

/** How the state is to be seen. */
export interface Looks {
  errors: boolean;
  refusal: boolean;
  busy: boolean;
  /** What an effect does that is started here. */
  effects: 'succeed' | 'refuse' | 'wait';
  /** With which the state begins, in place of those with which it was reached. */
  answers?: Answers;
}

const EFFECT_TAKES = 800;
const REFUSED: Refusal = {
  code: 'unavailable',
  message: 'The server is not available at the moment. Try again in a minute.',
};

const choices = ['Northwind', 'Contoso', 'Fabrikam', 'Adventure Works'];
const anySource = async () => choices.map((label, index) => ({ value: index + 1, label }));
// A document may name any source; here each has the same choices.
const sources: OptionSources = new Proxy({}, { get: () => anySource });

const trees: TreeSources = new Proxy({}, { get: () => anyLevel });
async function anyLevel(_answers: unknown, below: string) {
  const things = choices.map((label, index) => ({ value: `${below}.${index + 1}`, label, hasChildren: index === 0 }));
  return { things, more: false };
}

interface Props {
  shown: ShownFlow;
  state: ShownState;
  looks: Looks;
  /** Takes the answers of a step in place of the flow. */
  onSubmit?: (answers: Answers) => void;
}

/** One state of a flow, alive: its buttons work, its effects are fake. Another state or other looks take another stage. */
export function Stage({ shown, state, looks, onSubmit }: Props): ReactNode {
  const { flow, screens } = shown;
  const place = useRef<HTMLDivElement>(null);
  const [actor] = useState(() => {
    const fakes = Object.entries(flow.effects).map(([call, { kind }]) => [
      call,
      kind === 'watch' ? fakeWatch(call, looks.effects) : fakeEffect(call, looks.effects),
    ]);
    const machine = flow.machine.provide({ actors: Object.fromEntries(fakes) });
    const { value } = state.snapshot;
    const before = state.snapshot.context as FlowContext;
    const { answers } = looks;
    const context =
      answers === undefined ? before : { ...before, answers: { ...before.answers, [state.screen]: answers } };
    return createActor(machine, { snapshot: machine.resolveState({ value, context }) });
  });
  useEffect(() => {
    actor.start();
    return () => {
      actor.stop();
    };
  }, [actor]);
  const snapshot = useSelector(actor, (now) => now);
  const left = snapshot.status !== 'active';
  const view = left ? undefined : dressed(viewOf(flow, screens, snapshot), looks, screens);

  const screen = screens[view?.screen ?? state.screen];
  const rows = useMemo(() => sampleRows(screen ?? { document: { title: '' } }), [screen]);

  useEffect(() => {
    if (!looks.errors) return;
    // The errors are the real ones: the form is submitted as a person would do it.
    const timer = setTimeout(() => place.current?.querySelector('form')?.requestSubmit(), 50);
    return () => clearTimeout(timer);
  }, [looks.errors]);

  const send: Send = (event) => {
    if (onSubmit === undefined) actor.send(event);
    else if (event.type === 'step.submitted' && 'data' in event) onSubmit(event.data);
    // The caller that takes the answers also closes the screen.
    else if (event.type !== 'closed') actor.send(event);
  };

  return (
    <div ref={place} style={{ height: '100%' }}>
      <OptionSourcesProvider value={sources}>
        <TreeSourcesProvider value={trees}>
          <RowsSourceProvider value={rows}>
            {view ? (
              <StepScreen flow={flow} screens={screens} view={view} send={send} isPart />
            ) : (
              <output>The flow has come to its end here. Choose a state at the left.</output>
            )}
          </RowsSourceProvider>
        </TreeSourcesProvider>
      </OptionSourcesProvider>
    </div>
  );
}

function fakeEffect(call: string, outcome: Looks['effects']) {
  return fromPromise(
    () =>
      new Promise((resolve, reject) => {
        if (outcome === 'wait') return;
        setTimeout(() => (outcome === 'succeed' ? resolve(sampleReply(call)) : reject(REFUSED)), EFFECT_TAKES);
      }),
  );
}

function fakeWatch(call: string, outcome: Looks['effects']) {
  return fromCallback<EventObject>(({ self, sendBack }) => {
    if (outcome === 'wait') return undefined;
    const timer = setTimeout(() => {
      if (outcome === 'refuse') sendBack(errorEvent(self.id, REFUSED));
      else sendBack({ type: 'watch.changed', effect: call, output: sampleReply(call) } satisfies WatchChanged);
    }, EFFECT_TAKES);
    return () => clearTimeout(timer);
  });
}

function dressed(view: StepView, looks: Looks, screens: ShownFlow['screens']): StepView {
  const screen = screens[view.screen];
  const [wrong] = (screen?.document.examples?.invalid ?? []).toReversed();
  const [field] = Object.keys(screen?.document.schema?.properties ?? {});
  return {
    ...view,
    ...(looks.errors && looks.answers === undefined && wrong ? { data: wrong as StepView['data'] } : {}),
    ...(looks.busy && { busy: true }),
    ...(looks.refusal && {
      refusal: { ...REFUSED, ...(field && { fields: { [`/${field}`]: 'The server does not accept this value' } }) },
    }),
  };
}
