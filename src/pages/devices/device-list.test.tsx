// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';
import { loadFlow } from '../../flow/registry.ts';

withConsole();
// A page fetches the flow when it is opened; here that compiles it first.
beforeAll(() => loadFlow('deletion'));

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
const soon = () => new Date(Date.now() + 900_000).toISOString();
const organizations = {
  listOrganizations: () => [{ id: 3, name: 'Northwind', timeZone: 'UTC' }],
  listLocations: () => [{ clientId: 3, address: '', country: '', description: '', id: 4, name: 'Delft' }],
  listWaitingServers: () => [],
  listEnrollments: () => ({ items: [], total: 0 }),
};

it('asks the server for what the chips and fields filter, and clears them', async () => {
  const asked: Record<string, unknown>[] = [];
  given({
    ...organizations,
    searchDevices: ({ query }) => {
      asked.push(query);
      return query.status === 'offline' ? { items: [], total: 0 } : { items: [device(1, 'web-1')], total: 1 };
    },
  });
  const user = await open('/deviceSearch?kind=LINUX_SERVER&organization=3&location=4');
  await screen.findByRole('link', { name: 'web-1' });
  expect(asked.at(-1)).toMatchObject({ kind: 'LINUX_SERVER', clientId: '3', locationId: '4' });
  await user.type(screen.getByRole('textbox', { name: 'Operating system' }), 'ubuntu');
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ os: 'ubuntu', clientId: '3' }));
  await user.click(screen.getByRole('button', { name: 'Offline' }));
  await screen.findByText('No device fits these filters.');
  expect(asked.at(-1)).toMatchObject({ status: 'offline', os: 'ubuntu' });
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }));
  await screen.findByRole('link', { name: 'web-1' });
  expect(screen.getByRole('textbox', { name: 'Operating system' })).toHaveProperty('value', '');
});

it('deletes every device that matches once the plan was confirmed, and offers the undo (F10-03)', async () => {
  const planned: unknown[] = [];
  const deleted: unknown[] = [];
  given({
    ...organizations,
    searchDevices: () => ({ items: [device(1, 'web-1'), device(2, 'web-2')], total: 3 }),
    matchDevices: () => ({ ids: [1, 2, 3], total: 3 }),
    planDeviceDeletion: ({ body }) => {
      planned.push(body);
      return {
        verdict: 'POSSIBLE',
        name: '3 devices',
        lines: [{ kind: 'devices', count: 3, names: ['web-1', 'web-2'] }],
        warnings: [],
        blockers: [],
      };
    },
    removeDevices: ({ body }) => {
      deleted.push(body);
      return { resultCode: 'SUCCESS', deletionId: 1, name: '3 devices', undoUntil: soon() };
    },
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await screen.findByText('3 selected');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete' });
  await within(dialog).findByText('web-1, web-2 and 1 more');
  expect(planned).toEqual([{ nodeIds: [1, 2, 3] }]);
  expect(deleted).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete 3 devices' }));
  await screen.findByRole('button', { name: 'Undo the deletion of 3 devices' });
  expect(deleted).toEqual([{ nodeIds: [1, 2, 3] }]);
  expect(screen.queryByText('3 selected')).toBeNull();
});

it('says what keeps devices from being deleted, and deletes none (F10-12, F10-21)', async () => {
  given({
    ...organizations,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 1 }),
    planDeviceDeletion: () => ({
      verdict: 'BLOCKED',
      name: 'web-1',
      lines: [{ kind: 'devices', count: 1, names: ['web-1'] }],
      warnings: [],
      blockers: [{ code: 'delegate_has_vm_hosts', message: 'It reads VM hosts.' }],
    }),
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('checkbox', { name: 'Select web-1' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete' });
  await within(dialog).findByText('It reads VM hosts.');
  expect(within(dialog).queryByRole('button', { name: /^Delete/ })).toBeNull();
});

it('moves the selected devices to another location', async () => {
  const moved: unknown[] = [];
  given({
    ...organizations,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 1 }),
    saveNode: ({ params, body }) => {
      moved.push({ ...params, ...body });
      return { resultCode: 'SUCCESS', node: {} } as never;
    },
  });
  const user = await open('/deviceSearch');
  await user.click(await screen.findByRole('checkbox', { name: 'Select web-1' }));
  await user.click(screen.getByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move 1 device' });
  const choose = async (field: string, option: string) => {
    await user.click(await within(dialog).findByPlaceholderText(`Choose ${field}`));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('an organization', 'Northwind');
  await choose('a location', 'Delft');
  await user.click(within(dialog).getByRole('button', { name: 'Move 1 device' }));
  await screen.findByText('1 device moved');
  expect(moved).toEqual([{ id: '1', clientId: 3, locationId: 4 }]);
});

it('exports what the filter matches with the shown columns', async () => {
  const exported: Record<string, unknown>[] = [];
  localStorage.setItem('cairn.table.devices.hidden', JSON.stringify(['os', 'seen', 'kind']));
  given({
    ...organizations,
    searchDevices: () => ({ items: [device(1, 'web-1')], total: 1 }),
    exportDevices: ({ body }) => {
      exported.push(body);
      return new MockRefusal('unavailable');
    },
  });
  const user = await open('/deviceSearch?status=online');
  await user.click(await screen.findByRole('button', { name: 'Export 1 device as CSV' }));
  await screen.findByText('The devices could not be exported');
  expect(exported).toEqual([
    expect.objectContaining({
      status: 'online',
      sort: 'name',
      columns: ['name', 'status', 'organization', 'location', 'address'],
    }),
  ]);
});

const runnable = {
  id: 1,
  name: 'Disk space',
  description: '',
  language: 'sh' as const,
  operatingSystems: ['Linux' as const],
  architecture: ['64' as const],
  categoriesIds: [3],
  categoriesNames: ['Maintenance'],
  createdOn: '2026-11-01T00:00:00.000Z',
  updatedOn: '2026-11-01T00:00:00.000Z',
  createdBy: 'Ada Byron',
  lastUpdatedBy: 'Ada Byron',
  may: { read: true, update: true, delete: true, run: true },
  scriptParameters: [],
  useFirstParametersOptionAsDefault: false,
  scriptVariables: [],
  defaultRunAs: '',
  defaultTimeout: 600,
  version: 1,
  preExecutionScript: null,
  postExecutionScript: null,
  iconUrl: null,
  attachment: null,
};

it('names three of the selected devices before a script runs on them, and counts the others (C12-57)', async () => {
  const names = ['web-1', 'web-2', 'web-3', 'web-4', 'web-5'];
  given({
    ...organizations,
    searchDevices: () => ({ items: names.map((name, index) => device(index + 1, name)), total: 5 }),
    matchDevices: () => ({ ids: [1, 2, 3, 4, 5], total: 5 }),
    listScripts: () => [runnable],
  });
  const user = await open('/deviceSearch');
  await screen.findByRole('link', { name: 'web-1' });
  const [all] = screen.getAllByRole('checkbox');
  if (all) await user.click(all);
  await user.click(await screen.findByRole('button', { name: 'Run script' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run script' });
  expect(await within(dialog).findByText('Runs on web-1, web-2, web-3 and 2 more.')).toBeTruthy();
});
