// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput, CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';
import { maintenanceOf } from './selected-maintenance.ts';

withConsole();

type Row = CallReply<'searchDevices'>['items'][number];
type Window = NonNullable<Row['maintenance']>;
const window: Window = {
  id: 1,
  startTime: Date.parse('2026-11-21T08:00:00Z') / 1000,
  endTime: Date.parse('2999-11-21T08:00:00Z') / 1000,
  options: {
    notifications: true,
    alerts: true,
    patching: true,
    avScans: false,
    tasks: false,
    notificationChannels: true,
  },
  disabledOptions: ['notifications', 'avScans'],
  reasonMessage: 'New disks',
  custom: {},
  repeat: null,
  setBy: 'Ada Byron',
  setAt: '2026-11-21T08:00:00.000Z',
};
const row = (id: number, name: string, nodeClass: string, maintenance: Row['maintenance'] = null): Row => ({
  id,
  name,
  systemName: name,
  nodeClass,
  isServer: true,
  status: { state: 'online', at: null },
  clientId: 3,
  clientName: 'Northwind',
  locationId: 4,
  locationName: 'Delft',
  osName: '',
  ipAddresses: [],
  lastSeenAt: null,
  maintenance,
});
const device = (maintenance: Row['maintenance']): CallReply<'readDevice'> => ({
  ...row(7, 'web-1', 'LINUX_SERVER', maintenance),
  timeZone: 'Europe/Berlin',
  macAddresses: [],
  publicIp: '',
  lastLoggedInUser: '',
  biosSerialNumber: '',
  createdAt: '2026-11-21T08:00:00.000Z',
  agent: null,
  vendor: '',
  model: '',
  firmware: '',
  polling: null,
  vmHost: null,
  vmGuest: null,
  inventory: null,
  inventoryAt: null,
});
const around = {
  listOrganizations: () => [{ id: 3, name: 'Northwind', timeZone: 'UTC' }],
  listWaitingServers: () => [],
  listEnrollments: () => ({ items: [], total: 0 }),
};

describe('the maintenance of selected devices', () => {
  it('suppresses what their classes have, is set after the override was confirmed, and clears the selection (F09-01, F09-11, F09-28)', async () => {
    const sent: CallInput<'setMaintenance'>['body'][] = [];
    let lists = 0;
    given({
      ...around,
      searchDevices: () => {
        lists += 1;
        return { items: [row(1, 'web-1', 'LINUX_SERVER'), row(2, 'dc-1', 'WINDOWS_SERVER', window)], total: 2 };
      },
      matchDevices: () => ({ ids: [1, 2], total: 2 }),
      setMaintenance: ({ body }) => {
        sent.push(body);
        return body.override ? null : new MockRefusal('already_in_maintenance', { message: '1 of 2 devices.' });
      },
    });
    const user = await open('/deviceSearch');
    await screen.findByText('In maintenance until Nov 21, 2999, 08:00');
    await user.click(await screen.findByRole('checkbox', { name: 'Select web-1' }));
    await user.click(await screen.findByRole('button', { name: 'Maintenance' }));
    await screen.findByText(/^For the device\./);
    await screen.findByRole('checkbox', { name: 'Patching' });
    expect(screen.queryByRole('checkbox', { name: 'Antivirus scans' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/^For the device\./)).toBeNull());
    await user.click(screen.getByRole('checkbox', { name: 'Select dc-1' }));
    await user.click(await screen.findByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set maintenance' }));
    await screen.findByText(/^For 2 devices\./);
    await user.click(await screen.findByRole('checkbox', { name: 'Antivirus scans' }));
    await user.click(screen.getByRole('button', { name: 'Set maintenance' }));
    await screen.findByText('1 of 2 devices.');
    const before = lists;
    await user.click(screen.getByRole('button', { name: 'Override maintenance' }));
    await screen.findByText('The maintenance of 2 devices is set.');
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    await waitFor(() => expect(lists).toBeGreaterThan(before));
    expect(sent.map(({ override }) => override)).toEqual([false, true]);
    expect(sent[1]).toMatchObject({
      deviceIds: [1, 2],
      options: { alerts: true, patching: true, avScans: false, tasks: true, notificationChannels: true },
    });
    expect(sent[1]).not.toHaveProperty('monitorIds');
  });

  it.each([
    [['LINUX_SERVER'], 'NO_ANTIVIRUS'],
    [['NMS_SWITCH', 'HYPERV_VMM_GUEST'], 'ALERTS'],
    [['NMS_SWITCH', 'MAC', 'WINDOWS_WORKSTATION'], 'ALL'],
    [['APPLE_IOS'], 'NOTIFICATIONS'],
  ])('of %j offers %s (F09-21, F09-22, F09-23, F09-24)', (classes, suppresses) => {
    const rows = classes.map((nodeClass, index) => row(index, 'x', nodeClass));
    const ids = new Set(rows.map(({ id }) => id));
    expect(maintenanceOf(ids, rows)).toEqual({ suppresses, set: false });
    expect(maintenanceOf(new Set([...ids, 999]), rows), 'with one that is not loaded').toEqual({
      suppresses: 'ALL',
      set: true,
    });
  });
});

describe('the page of a device', () => {
  it('shows what was done with it alone', async () => {
    const asked: unknown[] = [];
    given({
      ...around,
      readDevice: () => device(null),
      listActivities: ({ query }) => {
        asked.push(query);
        const about = { entityType: 'NODE', entityId: '7', entity: { name: 'web-1' }, changes: [] };
        const summary = 'Enrolled device “web-1”';
        const row = {
          ...about,
          id: 1,
          at: device(null).createdAt,
          actorName: 'Ada Byron',
          action: 'NODE_ENROLLED',
          summary,
        };
        return { items: [row], total: 1 };
      },
    });
    await open('/deviceDashboard/7/overview');
    const card = within(await screen.findByRole('region', { name: /^Latest activity/ }));
    await card.findByText('Enrolled device “web-1”');
    expect(asked).toContainEqual({ entityType: 'NODE', entityId: '7', limit: '8' });
  });

  it('says until when it is in maintenance, what is suppressed and what was, and disables it (F09-25, F09-27, F09-31)', async () => {
    const ended: unknown[] = [];
    let fails = true;
    given({
      ...around,
      readDevice: () => device(window),
      listDeviceMaintenance: () => ({
        items: [
          {
            ...window,
            suppressed: {
              total: 52,
              items: [
                {
                  kind: 'ALERT',
                  news: null,
                  at: '2026-11-21T09:00:00.000Z',
                  conditionName: 'Offline',
                  message: 'No connection for 10 minutes.',
                },
                {
                  kind: 'CHANNELS',
                  news: 'raised',
                  at: '2026-11-21T08:30:00.000Z',
                  conditionName: 'CPU',
                  message: 'Busy.',
                },
              ],
            },
          },
          { ...window, id: 2, endTime: window.startTime + 600, suppressed: { total: 0, items: [] } },
        ],
        total: 2,
      }),
      endMaintenance: ({ body }) => {
        ended.push(body);
        return fails ? new MockRefusal('internal') : null;
      },
    });
    const user = await open('/deviceDashboard/7/overview');
    await screen.findByText('Devices whose patches a policy manages install no updates.');
    expect(screen.getByText(/^No alerts are raised\. Set by Ada Byron/)).toBeDefined();
    const card = within(await screen.findByRole('region', { name: /^Maintenance/ }));
    await user.click(await card.findByText('52 suppressed'));
    expect(card.getByText(/^Alert not raised/)).toBeDefined();
    expect(card.getByText(/^Channels not notified of the alert/)).toBeDefined();
    expect(card.getByText('and 50 more')).toBeDefined();
    expect(card.getByText('Nothing was suppressed.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disable maintenance' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Disable maintenance of “web-1”' }));
    await user.click(dialog.getByRole('button', { name: 'Disable maintenance' }));
    await screen.findByText('Failed to disable maintenance.');
    fails = false;
    await user.click(dialog.getByRole('button', { name: 'Disable maintenance' }));
    await screen.findByText('Maintenance of 1 device disabled');
    expect(ended).toEqual([{ deviceIds: [7] }, { deviceIds: [7] }]);
  });

  it('lists the next runs of a rule by the clocks of its organization, and by those of the viewer', async () => {
    given({ ...around, readDevice: () => device(null), listDeviceMaintenance: () => ({ items: [], total: 0 }) });
    const user = await open('/deviceDashboard/7/overview');
    await user.click(await screen.findByRole('button', { name: 'Maintenance' }));
    await user.click(await screen.findByRole('radio', { name: 'Weekly' }));
    const runs = await screen.findByRole('list', { name: 'Next runs in Europe/Berlin' });
    const [first] = within(runs).getAllByRole('listitem');
    expect(first?.textContent).toMatch(/^Sun, .*, 02:00.*Sun, .*, 0[01]:00$/);
  });
});
