// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { computer } from '#tests/console/computer.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

// jsdom draws no canvas; the plot itself is looked at in the browser.
vi.mock('../../plot/share-plot.tsx', () => ({
  SharePlot: ({ label }: { label: string }) => <div role="img" aria-label={label} />,
}));
withConsole();

type Reply = CallReply<'readDevicePerformance'>;
const now = new Date();
const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const one = (kind: 'CPU' | 'MEMORY' | 'VOLUME', value: number, name = '', size: number | null = null) => ({
  kind,
  name,
  size,
  value,
  at: at(1),
  points: [{ at: at(10), average: value, maximum: value + 0.01 }],
});
const series: Reply['series'] = [one('CPU', 0.125), one('MEMORY', 0.5), one('VOLUME', 0.9, '/srv', 4 * 1024 ** 3)];

const device = {
  ...computer,
  osName: 'Debian',
  agent: { version: '1.0.0', capabilities: ['performance@1'], connectedAt: null },
};

async function shown(
  shows: Reply['series'],
  of: Partial<CallReply<'readDevice'>> = {},
  asked: (string | undefined)[] = [],
): Promise<HTMLElement> {
  given({
    listDeviceMaintenance: () => ({ items: [], total: 0 }),
    readDevice: () => ({ ...device, ...of }),
    listDeviceCommands: () => ({ items: [], total: 0, methods: [] }),
    readDevicePerformance: (input) => {
      asked.push(input?.query?.range);
      return { from: at(1440), to: at(0), step: 300, series: shows };
    },
  });
  await open('/deviceDashboard/7/overview');
  return screen.findByRole('region', { name: 'Performance' });
}

it('shows what is in use now, and each plot in words', async () => {
  const card = within(await shown(series));
  expect(within(await card.findByRole('region', { name: 'CPU' })).getByText('12.5%')).toBeDefined();
  expect(within(card.getByRole('region', { name: 'Volume /srv' })).getByText('90% of 4 GiB')).toBeDefined();
  await card.findByRole('img', { name: 'Volume /srv in use, last day: now 90%, at most 91%' });
});

it('asks for the range that a person chooses', async () => {
  const asked: (string | undefined)[] = [];
  const card = within(await shown(series, {}, asked));
  await userEvent.click(await card.findByRole('radio', { name: 'Week' }));
  await card.findByRole('img', { name: /^CPU in use, last week/ });
  expect(asked).toEqual(['day', 'week']);
});

it('shows the first volumes of many, and the rest on request', async () => {
  const many = Array.from({ length: 20 }, (_, index) => one('VOLUME', 0.1, `/v${index}`, 1000));
  const card = within(await shown([one('CPU', 0.1), one('MEMORY', 0.1), ...many]));
  await card.findByRole('region', { name: 'Volume /v0' });
  expect(card.queryByRole('region', { name: 'Volume /v19' })).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Show all 20 volumes' }));
  expect(card.getByRole('region', { name: 'Volume /v19' })).toBeDefined();
});

it('says when the first sample comes, or that the agent is too old', async () => {
  const card = within(await shown([]));
  expect(await card.findByText(/The first arrives a minute after it connects/)).toBeDefined();
});

it('says that an old agent does not measure', async () => {
  const card = within(await shown([], { agent: { version: '0.1.0', capabilities: [], connectedAt: null } }));
  expect(await card.findByText(/does not measure performance/)).toBeDefined();
});

it('has no card without an agent', async () => {
  given({ listDeviceMaintenance: () => ({ items: [], total: 0 }), readDevice: () => ({ ...device, agent: null }) });
  await open('/deviceDashboard/7/overview');
  await screen.findByRole('heading', { name: 'About' });
  expect(screen.queryByRole('region', { name: 'Performance' })).toBeNull();
});
