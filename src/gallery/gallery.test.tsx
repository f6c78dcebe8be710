// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import { flows } from './flows.ts';
import { Stage } from './stage.tsx';
import { statesOf } from './walk.ts';

afterEach(cleanup);

const looks = { errors: false, refusal: false, busy: false, effects: 'wait' } as const;

describe.each(flows.map((shown) => [shown.flow.id, shown] as const))('%s', (_, shown) => {
  const states = statesOf(shown);

  it('comes to every one of its screens', () => {
    expect([...new Set(states.map((state) => state.screen))].sort()).toEqual(Object.keys(shown.screens).sort());
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
    },
  );
});
