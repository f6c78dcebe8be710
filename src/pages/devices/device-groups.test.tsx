// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const device = (id: number, name: string) => ({
  id,
  name,
  systemName: name,
  nodeClass: 'LINUX_SERVER',
  isServer: true,
  status: { state: 'online' as const, at: null },
  clientId: 3,
  clientName: 'Northwind',
  locationId: 4,
  locationName: 'Delft',
  osName: 'Ubuntu 24.04',
  ipAddresses: ['10.0.0.1'],
  lastSeenAt: null,
  maintenance: null,
});
const quiet = {
  listOrganizations: () => [],
  listWaitingServers: () => [],
  listEnrollments: () => ({ items: [], total: 0 }),
};
const northwind = { key: '3', name: 'Northwind', clientName: '', devices: 150, offline: 2 };
const zenith = { key: '9', name: 'Zenith', clientName: '', devices: 1, offline: 0 };

async function groupBy(user: Awaited<ReturnType<typeof open>>, name: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: 'Group by' }));
  await user.click(await screen.findByRole('option', { name }));
}

it('shows groups with their numbers, and asks for the rows of one that is opened', async () => {
  const asked: Record<string, unknown>[] = [];
  const grouped: Record<string, unknown>[] = [];
  given({
    ...quiet,
    searchDevices({ query }) {
      if (query.clientId === undefined) return { items: [device(1, 'web-1')], total: 151 };
      asked.push(query);
      return { items: [device(7, 'zenith-1')], total: 1 };
    },
    groupDevices({ query }) {
      grouped.push(query);
      return { groups: [northwind, zenith], isCut: false };
    },
  });
  const user = await open('/deviceSearch?kind=LINUX_SERVER');
  await screen.findByRole('link', { name: 'web-1' });
  await groupBy(user, 'By organization');
  const first = await screen.findByRole('button', { name: /^Northwind/ });
  expect(first.textContent).toBe('Northwind150 devices2 offline');
  expect(first.getAttribute('aria-expanded')).toBe('false');
  const second = screen.getByRole('button', { name: /^Zenith/ });
  expect(second.textContent).toBe('Zenith1 device');
  expect(screen.queryByRole('link', { name: 'web-1' })).toBeNull();
  expect(grouped.at(-1)).toMatchObject({ by: 'organization', kind: 'LINUX_SERVER' });
  expect(asked).toEqual([]);
  await user.click(second);
  await screen.findByRole('link', { name: 'zenith-1' });
  expect(asked.at(-1)).toMatchObject({ clientId: '9', kind: 'LINUX_SERVER', sort: 'name', offset: '0' });
  await user.click(screen.getByRole('checkbox', { name: 'Select zenith-1' }));
  await screen.findByText('1 selected');
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.click(second);
  expect(screen.queryByRole('link', { name: 'zenith-1' })).toBeNull();
  // A second press of the choice takes it back.
  await groupBy(user, 'By organization');
  await screen.findByRole('link', { name: 'web-1' });
});

it('names types, statuses and the organization of a location, and says that there are more groups', async () => {
  given({
    ...quiet,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 1 }),
    groupDevices: ({ query: { by } }) =>
      by === 'location'
        ? { groups: [{ key: '4', name: 'Delft', clientName: 'Northwind', devices: 1, offline: 0 }], isCut: true }
        : {
            groups: [
              { key: by === 'kind' ? 'NMS_SWITCH' : 'offline', name: '', clientName: '', devices: 1, offline: 1 },
            ],
            isCut: false,
          },
  });
  const user = await open('/deviceSearch');
  await groupBy(user, 'By type');
  expect((await screen.findByRole('button', { name: /^Switch/ })).textContent).toBe('Switch1 device1 offline');
  await groupBy(user, 'By status');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Offline1/ }).textContent).toBe('Offline1 device'));
  await groupBy(user, 'By location');
  expect((await screen.findByRole('button', { name: /^Delft/ })).textContent).toBe('DelftNorthwind1 device');
  expect(screen.getByText('The first 1,000 groups are shown. Narrow the list to see others.')).toBeTruthy();
  // It is remembered in the browser.
  expect(localStorage.getItem('cairn.table.devices.group')).toBe('"location"');
});

it('says why groups cannot be shown, and tries again', async () => {
  let fails = true;
  given({
    ...quiet,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 1 }),
    groupDevices: () => (fails ? new MockRefusal('internal') : { groups: [zenith], isCut: false }),
  });
  const user = await open('/deviceSearch');
  await groupBy(user, 'By organization');
  const alert = await screen.findByText('Error fetching devices', {}, { timeout: 30_000 });
  fails = false;
  await user.click(
    within(alert.closest('div')?.parentElement ?? document.body).getByRole('button', { name: 'Try again' }),
  );
  expect(await screen.findByRole('button', { name: /^Zenith/ })).toBeTruthy();
});

it('says that the newest devices alone are selected where there are too many', async () => {
  given({
    ...quiet,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 30_000 }),
    matchDevices: () => ({ ids: [1, 2], total: 30_000 }),
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(
    await screen.findByText('The newest 2 of 30,000 devices are selected. Narrow the list to select others.'),
  ).toBeTruthy();
});
