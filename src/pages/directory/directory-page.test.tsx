// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Device = CallReply<'listDirectoryDevices'>['items'][number];

const device = (more: Partial<Device> = {}): Device => ({
  id: 7,
  clientId: 3,
  clientName: 'Northwind',
  objectGuid: '00000000-0000-4000-8000-000000000007',
  name: 'SALES-PC1',
  hostName: 'sales-pc1.corp.test',
  os: 'Windows 11 Pro',
  ouPath: 'OU=Sales,DC=corp,DC=test',
  domainController: { nodeId: 4, nodeName: 'dc1' },
  status: 'APPROVED',
  location: { id: 5, name: 'Delft' },
  deployment: 'failed',
  result: 'no_channel',
  reason: 'Neither SSH nor PowerShell remoting answered on the computer.',
  attemptedAt: new Date(Date.now() - 60_000).toISOString(),
  isChecking: false,
  preflight: null,
  nodeId: null,
  updatedAt: new Date().toISOString(),
  ...more,
});
const now = () => new Date().toISOString();
const listed = (...items: Device[]) => ({ listDirectoryDevices: () => ({ items, total: items.length }) });
const row = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;

it('lists what was decided, of the organization in the address, and links computers that are devices (F04-15)', async () => {
  const asked: unknown[] = [];
  given({
    listDirectoryDevices({ query }) {
      asked.push(query);
      const installed = device({ id: 8, name: 'SALES-PC2', deployment: 'installed', nodeId: 12, reason: '' });
      return { items: [device(), installed], total: 2 };
    },
  });
  await open('/activeDirectory?client=3');
  expect(within(await row('SALES-PC1')).getByText('Could not be installed')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'SALES-PC2' })).getAttribute('href')).toMatch(
    /\/deviceDashboard\/12\/overview$/,
  );
  expect(asked[0]).toMatchObject({ clientId: '3', sort: 'name' });
  await userEvent.click(screen.getByRole('button', { name: 'Rejected' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ clientId: '3', status: 'REJECTED' }));
});

it('offers a discovery where nothing was decided yet', async () => {
  given(listed());
  await open('/activeDirectory');
  expect(await screen.findByText('No computers yet')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Discover Active Directory' }).length).toBeGreaterThan(0);
});

it('says why an installation failed, and tries again', async () => {
  const retried: unknown[] = [];
  given({
    ...listed(device()),
    retryDeployment({ params, body }) {
      retried.push([params.id, body]);
      return { resultCode: 'SUCCESS' };
    },
  });
  await open('/activeDirectory');
  await userEvent.click(await row('SALES-PC1'));
  const dialog = await screen.findByRole('dialog', { name: 'SALES-PC1' });
  expect(within(dialog).getByText('Neither SSH nor PowerShell remoting answered on the computer.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(retried).toEqual([['7', { acceptHostKey: false }]]));
});

it('says how an installation ended that did not fail', async () => {
  const reason = 'The agent was started on the computer. It starts with the computer';
  given(listed(device({ deployment: 'started', result: 'installed', reason })));
  await open('/activeDirectory');
  await userEvent.click(await row('SALES-PC1'));
  const dialog = await screen.findByRole('dialog', { name: 'SALES-PC1' });
  expect(within(dialog).getByText(reason)).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('asks to accept another SSH host key before it tries again', async () => {
  const retried: unknown[] = [];
  given({
    ...listed(device({ result: 'host_key_changed', reason: 'The computer has another SSH host key than before.' })),
    retryDeployment({ body }) {
      retried.push(body);
      return { resultCode: 'SUCCESS' };
    },
  });
  await open('/activeDirectory');
  await userEvent.click(await row('SALES-PC1'));
  await userEvent.click(await screen.findByRole('button', { name: 'Accept the new key and try again' }));
  await waitFor(() => expect(retried).toEqual([{ acceptHostKey: true }]));
});

it('decides anew, and asks a location for pending and approved computers alone (F04-04, F04-12, F04-13)', async () => {
  const saved: unknown[] = [];
  given({
    ...listed(device()),
    listLocations: () => [],
    setDirectoryStatus({ body }) {
      saved.push(body);
      return { resultCode: 'SUCCESS' };
    },
  });
  await open('/activeDirectory');
  await userEvent.click(await row('SALES-PC1'));
  const dialog = await screen.findByRole('dialog', { name: 'SALES-PC1' });
  const rejected = await within(dialog).findByRole('radio', { name: /^Rejected/ }, { timeout: 30_000 });
  expect(within(dialog).getByText('Location')).toBeTruthy();
  const save = within(dialog).getByRole('button', { name: 'Save' });
  expect(save.hasAttribute('disabled')).toBe(true);
  await userEvent.click(rejected);
  await waitFor(() => expect(within(dialog).queryByText('Location')).toBeNull());
  await userEvent.click(save);
  await waitFor(() => expect(saved).toEqual([{ status: 'REJECTED' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('a check before the installation', () => {
  const waiting = (more: Partial<Device> = {}) =>
    device({ status: 'PENDING', deployment: 'none', result: null, reason: '', attemptedAt: null, ...more });

  it('is asked for each selected computer that can be checked, and says what stood in the way (F04-15)', async () => {
    const asked: unknown[] = [];
    given({
      ...listed(
        waiting(),
        waiting({ id: 8, name: 'SALES-PC2', preflight: { code: 'no_channel', reason: 'Closed.', checkedAt: now() } }),
        waiting({ id: 9, name: 'SALES-PC3', status: 'REJECTED' }),
      ),
      preflightDirectoryDevices({ body }) {
        asked.push(body);
        return { checking: 2 };
      },
    });
    await open('/activeDirectory');
    expect(within(await row('SALES-PC2')).getByText('Not ready')).toBeTruthy();
    for (const name of ['SALES-PC1', 'SALES-PC2', 'SALES-PC3'])
      await userEvent.click(within(await row(name)).getByRole('checkbox'));
    const bar = screen.getByRole('region', { name: 'Selected computers' });
    expect(within(bar).getByText('3 selected')).toBeTruthy();
    expect(within(bar).getByText('Computers that are rejected or have the agent are not checked.')).toBeTruthy();
    await userEvent.click(within(bar).getByRole('button', { name: 'Check 2 computers' }));
    await waitFor(() => expect(asked).toEqual([{ ids: [7, 8] }]));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected computers' })).toBeNull());
  });

  it('shows each step, with the reason, and is asked again', async () => {
    const asked: unknown[] = [];
    const preflight = {
      code: 'credential_refused',
      reason: 'The computer refused the credential.',
      checkedAt: now(),
    } as const;
    given({
      ...listed(waiting({ preflight })),
      preflightDirectoryDevices({ body }) {
        asked.push(body);
        return new MockRefusal('device_offline');
      },
    });
    await open('/activeDirectory');
    await userEvent.click(await row('SALES-PC1'));
    const section = await screen.findByRole('region', { name: 'Check before the installation' });
    const steps = within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(steps).toEqual([
      'Its name resolvesPassed',
      'It answers by SSH or PowerShell remotingPassed',
      'It accepts the credentialFailed',
    ]);
    expect(section.textContent).toContain('The computer refused the credential.');
    await userEvent.click(within(section).getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(asked).toEqual([{ ids: [7] }]));
    expect(await within(section).findByText(/an offline device/)).toBeTruthy();
  });

  it('is under way, and is not offered for a computer that has the agent', async () => {
    given(
      listed(waiting({ isChecking: true }), device({ id: 8, name: 'SALES-PC2', deployment: 'installed', nodeId: 12 })),
    );
    await open('/activeDirectory');
    expect(within(await row('SALES-PC1')).getByText('Checking')).toBeTruthy();
    await userEvent.click(await row('SALES-PC1'));
    expect(await screen.findByText('The domain controller checks the computer.')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(within(await row('SALES-PC2')).getByText('Agent installed'));
    expect(await screen.findByRole('link', { name: 'Open device' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Check before the installation' })).toBeNull();
  });
});
