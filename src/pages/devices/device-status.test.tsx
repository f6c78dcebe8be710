// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { withConsole } from '#tests/console/harness.tsx';
import { dataClient } from '../../data/use-call.ts';
import { DeviceStatus } from './device-status.tsx';

withConsole();

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

function shown(state: 'online' | 'offline' | 'erased', at: string | null): string {
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={dataClient()}>
        <DeviceStatus status={{ state, at }} isServer nodeClass="LINUX_SERVER" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return container.querySelector('span')?.textContent ?? '';
}

describe('the status text of a device', () => {
  it('is "Online" (C23-04)', () => {
    expect(shown('online', null)).toBe('Online');
    expect(screen.queryByRole('time')).toBeNull();
  });

  it('is "Offline" with the time since its last submit (C23-05)', () => {
    expect(shown('offline', anHourAgo())).toMatch(/^Offline.*hour ago$/);
  });

  it('is "Erased" with the time (C23-06)', () => {
    expect(shown('erased', anHourAgo())).toMatch(/^Erased.*hour ago$/);
  });
});
