// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import '#tests/screens/jsdom-gaps.ts';
import { flows } from './flows.ts';
import { Stage } from './stage.tsx';
import { statesOf } from './walk.ts';

afterEach(cleanup);

/** Pointers of fields that show a label and no control. */
function fieldsWithoutControl(): (string | undefined)[] {
  const controls = 'input,textarea,select,table,button,[data-add],[data-pointer]';
  const fields = [...document.querySelectorAll<HTMLElement>('[data-pointer]')];
  return fields.filter((field) => field.querySelector(controls) === null).map(({ dataset }) => dataset['pointer']);
}

const looks = { errors: false, refusal: false, busy: false, effects: 'wait' } as const;

describe.each(flows.map((shown) => [shown.flow.id, shown] as const))('%s', (_, shown) => {
  const states = statesOf(shown);

  it('comes to every one of its screens', () => {
    expect([...new Set(states.map((state) => state.screen))].sort()).toEqual(Object.keys(shown.screens).sort());
  });

  it('comes to every state that a person sees', () => {
    const paths = new Set(states.map(({ path }) => path));
    const shownOnes = restingStates(shown.flow.machine).filter((node) => screenIn(node) !== undefined);
    expect(shownOnes.map((node) => node.path.join('.')).filter((path) => !paths.has(path))).toEqual([]);
  });

  it.each(states.map((state) => [`${state.mode} ${state.path}`, state] as const))(
    '%s says what it is and leaves a way on',
    async (_, state) => {
      await act(async () =>
        render(
          <MantineProvider env="test">
            <Stage shown={shown} state={state} looks={looks} />
          </MantineProvider>,
        ),
      );
      expect((await screen.findByRole('heading', { level: 1 })).textContent).not.toBe('');
      const ways = screen.queryAllByRole('button').length;
      expect(ways > 0 || state.busy, 'nothing to press and nothing under way').toBe(true);
      await waitFor(() => expect(fieldsWithoutControl()).toEqual([]));
    },
  );
});
