// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import '#tests/screens/jsdom-gaps.ts';
import { FormatContext, formatIn } from '#screens/shared/format.ts';
import { When } from './when.tsx';

it('tells a relative time, and the exact one with its zone to who aims at it', async () => {
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const format = formatIn('en-US', 'Europe/Berlin');
  const aiming = userEvent.setup();
  render(
    <MantineProvider env="test">
      <FormatContext value={format}>
        <When at={twoDaysAgo.toISOString()} />
      </FormatContext>
    </MantineProvider>,
  );
  const time = screen.getByText('2 days ago');
  expect(screen.queryByRole('tooltip')).toBeNull();
  await aiming.hover(time);
  expect((await screen.findByRole('tooltip')).textContent).toBe(format.exact(twoDaysAgo.getTime()));
  await aiming.unhover(time);
  expect(screen.queryByRole('tooltip')).toBeNull();
});
