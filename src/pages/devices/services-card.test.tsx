// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { computer } from '#tests/console/computer.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Service = CallReply<'listDeviceServices'>['items'][number];
const service = (name: string, more: Partial<Service> = {}): Service => ({
  name,
  label: `The ${name}`,
  state: 'RUNNING',
  start: 'AUTOMATIC',
  since: '2026-11-21T08:00:00.000Z',
  changed: false,
  ...more,
});
const reported = (items: Service[]) => ({ manager: 'SYSTEMD' as const, reportedAt: '2026-11-21T08:00:00.000Z', items });

async function card(services: CallReply<'listDeviceServices'>) {
  given({ readDevice: () => computer, listDeviceServices: () => services });
  const user = await open('/deviceDashboard/7/overview');
  return { user, card: await screen.findByRole('region', { name: /^Services/ }) };
}

const names = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.firstChild?.textContent);

describe('the services of a device', () => {
  it('are searched by name and label, and narrowed to those that need attention', async () => {
    const { user, card: region } = await card(
      reported([
        service('cron'),
        service('db', { label: 'PostgreSQL', state: 'FAILED', start: 'MANUAL', changed: true }),
        service('print', { state: 'STOPPED' }),
        service('bluetooth', { state: 'STOPPED', start: 'DISABLED' }),
      ]),
    );
    expect(await within(region).findByText('PostgreSQL')).toBeTruthy();
    expect(names(region)).toEqual(['The cron', 'PostgreSQL', 'The print', 'The bluetooth']);
    await user.click(within(region).getByRole('radio', { name: 'Need attention (2)' }));
    expect(names(region)).toEqual(['PostgreSQL', 'The print']);
    await user.type(within(region).getByRole('searchbox', { name: 'Search services' }), 'postgre');
    expect(names(region)).toEqual(['PostgreSQL']);
    await user.type(within(region).getByRole('searchbox', { name: 'Search services' }), 'x');
    expect(within(region).getByText('No service matches')).toBeTruthy();
  });

  it('are at most a hundred, with how many more there are', async () => {
    const { card: region } = await card(reported(Array.from({ length: 102 }, (_, index) => service(`unit ${index}`))));
    expect(await within(region).findByText('2 more services. Search to narrow the list.')).toBeTruthy();
    expect(names(region)).toHaveLength(100);
  });

  it('say what to do before the first report, and where no manager is known', async () => {
    const { card: region } = await card({ manager: null, reportedAt: null, items: [] });
    expect(await within(region).findByText('No services reported yet')).toBeTruthy();
  });

  it('say that no manager is known', async () => {
    const { card: region } = await card({ ...reported([]), manager: 'NONE' });
    expect(await within(region).findByText('No services')).toBeTruthy();
  });
});
