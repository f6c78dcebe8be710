// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FakeSocket, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

it('makes the command for a place, and goes on by itself when the computer has come in (F11-01, F11-02)', async () => {
  let came = false;
  const asked: unknown[] = [];
  const location = { clientId: 3, address: '', country: '', description: '' };
  given({
    searchDevices: () => ({ items: [], total: 0 }),
    listWaitingServers: () => [],
    listEnrollments: () => ({ items: [], total: 0 }),
    listOrganizations: () => [{ id: 3, name: 'Northwind', timeZone: 'UTC' }],
    listLocations: () => [{ ...location, id: 4, name: 'Delft' }],
    addEnrollment: ({ body }) => {
      asked.push(body);
      return {
        resultCode: 'SUCCESS',
        id: 12,
        token: 't0ken',
        uses: 1,
        expiresAt: '2026-11-28T08:00:00.000Z',
        serverUrl: 'https://cairn.example',
        programUrl: 'https://cairn.example/agent/cairn-agent.mjs',
        packages: [{ architecture: 'amd64', packageUrl: 'https://cairn.example/agent/cairn-agent_amd64.deb' }],
      };
    },
    readEnrollment: () => ({
      id: 12,
      state: came ? 'used' : 'waiting',
      expiresAt: '2026-11-28T08:00:00.000Z',
      uses: 1,
      used: came ? 1 : 0,
      node: came ? { id: 9, name: 'laptop' } : null,
    }),
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Add computer' }));
  const choose = async (field: string, option: string) => {
    await user.click(await screen.findByPlaceholderText(`Choose ${field}`));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('an organization', 'Northwind');
  await choose('a location', 'Delft');
  await user.click(screen.getByRole('button', { name: 'Make command' }));
  // The package, which needs no Node, comes first.
  expect((await screen.findByLabelText('Command for Debian and Ubuntu')).textContent).toContain("--token 't0ken'");
  expect(screen.getByText(/^For amd64\./)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'Linux and macOS' }));
  expect((await screen.findByLabelText('Command for Linux and macOS')).textContent).toContain("TOKEN='t0ken'");
  expect(asked).toEqual([{ clientId: 3, locationId: 4, uses: 1, days: 7 }]);

  FakeSocket.latest?.say('node', [8]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check now' })).toBeDefined());
  came = true;
  FakeSocket.latest?.say('node', [9]);
  await screen.findByRole('heading', { name: 'The computer is enrolled' });
  expect(screen.getByText(/laptop is a device now/)).toBeDefined();
});
