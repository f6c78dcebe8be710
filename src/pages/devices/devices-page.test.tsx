// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const token = {
  id: 12,
  clientId: 3,
  clientName: 'Northwind',
  locationName: 'Delft',
  createdAt: '2026-11-21T08:00:00.000Z',
  createdBy: 'Ada Byron',
  expiresAt: '2026-11-28T08:00:00.000Z',
  uses: 5,
  used: 2,
};

it('lists enrolment tokens and revokes one after a confirmation (S9)', async () => {
  const revoked: unknown[] = [];
  given({
    searchDevices: () => ({ items: [], total: 0 }),
    listOrganizations: () => [{ id: 3, name: 'Northwind', timeZone: 'UTC' }],
    listWaitingServers: () => [],
    listEnrollments: () => (revoked.length > 0 ? { items: [], total: 0 } : { items: [token], total: 1 }),
    removeEnrollment: ({ params }) => {
      revoked.push(params);
      return { resultCode: 'SUCCESS' };
    },
  });
  const user = await open('/deviceSearch');
  expect(await screen.findByText('Northwind, Delft')).toBeDefined();
  expect(screen.getByText(/2 of 5 used/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await screen.findByRole('heading', { name: 'Revoke the token for Northwind, Delft' });
  const [, confirm] = screen.getAllByRole('button', { name: 'Revoke' });
  if (confirm) await user.click(confirm);
  await waitFor(() => expect(revoked).toEqual([{ id: '12' }]));
  await waitFor(() => expect(screen.queryByText('Northwind, Delft')).toBeNull());
});

it('offers to add the server that Cairn runs on, at the place that the administrator chooses (A13)', async () => {
  const added: unknown[] = [];
  given({
    searchDevices: () => ({ items: [], total: 0 }),
    listOrganizations: () => [{ id: 3, name: 'Northwind', timeZone: 'UTC' }],
    listLocations: () => [{ clientId: 3, address: '', country: '', description: '', id: 4, name: 'Delft' }],
    listWaitingServers: () => (added.length > 0 ? [] : [{ id: 7, hostName: 'vm' }]),
    listEnrollments: () => ({ items: [], total: 0 }),
    addServerDevice: ({ params, body }) => {
      added.push({ params, body });
      return { resultCode: 'SUCCESS' };
    },
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('button', { name: 'Add this server' }));
  const choose = async (field: string, option: string) => {
    await user.click(await screen.findByPlaceholderText(`Choose ${field}`));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('an organization', 'Northwind');
  await choose('a location', 'Delft');
  const [, submit] = screen.getAllByRole('button', { name: 'Add this server' });
  if (submit) await user.click(submit);
  await waitFor(() => expect(added).toEqual([{ params: { id: '7' }, body: { clientId: 3, locationId: 4 } }]));
});
