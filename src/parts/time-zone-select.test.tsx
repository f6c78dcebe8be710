// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { given, withConsole } from '#tests/console/harness.tsx';
import { dataClient } from '../data/use-call.ts';
import { TimeZoneSelect } from './time-zone-select.tsx';

withConsole();

const zone = (timeZoneId: string, offset: number) => ({ name: timeZoneId, timeZoneId, offset });
const zones = [
  zone('America/Los_Angeles', -480),
  zone('America/Denver', -420),
  zone('America/Chicago', -360),
  zone('America/New_York', -300),
  zone('Europe/Amsterdam', 60),
];

it('offers the special values, then San Francisco, Denver, Chicago and New York, then every zone (C18-02, C18-07)', async () => {
  given({ listTimeZones: () => zones });
  const chosen = vi.fn<(zone: string) => void>();
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={dataClient()}>
        <TimeZoneSelect label="Time zone" value="" special onChange={chosen} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  const list = within(await screen.findByRole('listbox', { name: 'Time zone' }));
  await waitFor(() =>
    expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('ystem'),
      expect.stringContaining('evice'),
      expect.any(String),
      'San Francisco (UTC−08:00)',
      'Denver (UTC−07:00)',
      'Chicago (UTC−06:00)',
      'New York (UTC−05:00)',
      'Europe/Amsterdam (UTC+01:00)',
    ]),
  );
  await user.click(list.getByRole('option', { name: 'Denver (UTC−07:00)' }));
  expect(chosen).toHaveBeenCalledWith('America/Denver');
});
