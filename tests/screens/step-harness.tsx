import { MantineProvider } from '@mantine/core';
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach } from 'vitest';
import './jsdom-gaps.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import {
  OptionFillersProvider,
  OptionSourcesProvider,
  type OptionFiller,
  type OptionSources,
} from '#screens/options/option-sources.tsx';
import { awaitedKinds } from '#screens/step/kinds.ts';
import { StepScreen } from '#screens/step-screen.tsx';
import type { Send } from '#screens/step/step-props.ts';
import asks from './documents/sample/asks.json?screen';
import chooses from './documents/sample/chooses.json?screen';
import lists from './documents/sample/lists.json?screen';
import mayChoose from './documents/sample/may-choose.json?screen';
import says from './documents/sample/says.json?screen';
import sumsUp from './documents/sample/sums-up.json?screen';
import tested from './documents/sample/tested.json?screen';
import works from './documents/sample/works.json?screen';

const screens: Record<string, CompiledScreen> = {
  asks,
  chooses,
  lists,
  'may-choose': mayChoose,
  says,
  'sums-up': sumsUp,
  tested,
  works,
};
const flow = {
  id: 'sample',
  title: { NEW: 'Add a sample', EDIT: 'Edit sample' },
  presentation: 'full-screen',
} as const;

// A screen waits for the code of its widgets.
configure({ asyncUtilTimeout: 30_000 });
afterEach(cleanup);

export function viewOf(screen: string, more: Partial<StepView> = {}): StepView {
  const document = screens[screen];
  if (!document) throw new Error(`no screen ${screen}`);
  return {
    flow: 'sample',
    mode: 'NEW',
    state: `editing.${screen}`,
    screen,
    kind: document.document.kind ?? 'form',
    busy: false,
    done: false,
    data: document.defaults,
    answers: {},
    locked: [],
    steps: [],
    position: 0,
    total: 0,
    can: { submit: true, back: false, close: true, confirm: false, retry: false, event: () => true },
    words: {},
    shown: {},
    ...more,
  };
}

/** A step screen whose answers are kept as a flow keeps them; every other event is only written down. */
export async function show(
  first: StepView,
  sources: OptionSources = {},
  fillers: Record<string, OptionFiller> = {},
  isPart = false,
) {
  const user = userEvent.setup();
  const sent: Parameters<Send>[0][] = [];
  let view = first;
  const send: Send = (event) => {
    sent.push(event);
    if (event.type === 'step.changed' && 'data' in event) change({ data: event.data });
  };
  const content = () => (
    <MantineProvider theme={{ respectReducedMotion: true }}>
      <OptionSourcesProvider value={sources}>
        <OptionFillersProvider value={fillers}>
          <StepScreen flow={flow} screens={screens} view={view} send={send} isPart={isPart} />
        </OptionFillersProvider>
      </OptionSourcesProvider>
    </MantineProvider>
  );
  // What a flow needs beside its forms is fetched when it is opened.
  await awaitedKinds(Object.values(screens));
  const { rerender, container, unmount } = await act(async () => render(content()));
  await screen.findByRole('heading', { level: 1 });
  const change = (more: Partial<StepView>) => {
    view = { ...view, ...more };
    // A form that goes away still tells what was typed.
    if (container.firstChild) rerender(content());
  };
  return {
    user,
    sent,
    container,
    unmount,
    /** The machine comes to another state. */
    become: (more: Partial<StepView>) => act(async () => change(more)),
    ofType: (type: string) =>
      sent.filter((event) => event.type === type) as { type: string; data: Record<string, unknown> }[],
  };
}
