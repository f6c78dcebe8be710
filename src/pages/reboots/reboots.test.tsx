// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput, CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const row: CallReply<'searchDevices'>['items'][number] = {
  id: 7,
  name: 'web-1',
  systemName: 'web-1',
  nodeClass: 'LINUX_SERVER',
  isServer: true,
  status: { state: 'online', at: null },
  clientId: 3,
  clientName: 'Northwind',
  locationId: 4,
  locationName: 'Delft',
  osName: '',
  ipAddresses: [],
  lastSeenAt: null,
  maintenance: null,
};
const computer: CallReply<'readDevice'> = {
  ...row,
  timeZone: 'Asia/Tokyo',
  macAddresses: [],
  publicIp: '',
  lastLoggedInUser: '',
  biosSerialNumber: '',
  createdAt: '2026-11-21T08:00:00.000Z',
  agent: { version: '1.0.0', capabilities: ['power@1'], connectedAt: null },
  vendor: '',
  model: '',
  firmware: '',
  polling: null,
  vmHost: null,
  vmGuest: null,
  inventory: null,
  inventoryAt: null,
};
type Reboot = CallReply<'listDeviceReboots'>[number];
const reboot = (id: number, state: Reboot['state'], more: Partial<Reboot> = {}): Reboot => ({
  id,
  name: `Reboot ${id}`,
  description: '',
  skipIfOffline: true,
  runAt: '2999-05-01T00:00:00.000Z',
  timeZone: 'Asia/Tokyo',
  createdBy: 'Ada Byron',
  createdAt: '2026-11-21T08:00:00.000Z',
  state,
  reason: '',
  endedAt: null,
  ...more,
});

async function card(replies: Parameters<typeof given>[0]) {
  given({ readDevice: () => computer, ...replies });
  const user = await open('/deviceDashboard/7/overview');
  return { user, card: await screen.findByRole('region', { name: /^Reboots/ }) };
}

describe('the reboots of a device', () => {
  it('say how each stands and why, at its time in both zones (F13-01)', async () => {
    const reason = 'The settings of this device do not allow reboots: they name no command (CAIRN_AGENT_REBOOT)';
    const { card: region } = await card({
      listDeviceReboots: () => [
        reboot(1, 'WAITING', { reason: 'The device is offline.', skipIfOffline: false }),
        reboot(2, 'REFUSED', { reason }),
        reboot(3, 'SKIPPED'),
      ],
    });
    const [first, second, third] = await within(region).findAllByRole('listitem');
    expect(first?.textContent).toContain('2999-05-01 09:00 in Asia/Tokyo');
    expect(first?.textContent).toContain('The device is offline.');
    expect(first?.textContent).toContain('Waits a day when offline');
    expect(second?.textContent).toContain('Refused');
    expect(second?.textContent).toContain(reason);
    expect(third?.textContent).toContain('Skipped when offline');
    expect(within(region).getAllByRole('button', { name: /^Cancel/ })).toHaveLength(1);
  });

  it('are cancelled after asking, and say why not when that is refused', async () => {
    const asked: unknown[] = [];
    let refuse = true;
    const { user, card: region } = await card({
      listDeviceReboots: () => [reboot(1, 'WAITING')],
      cancelReboot: ({ params }) => {
        asked.push(params);
        return refuse ? new MockRefusal('reboot_not_waiting') : { resultCode: 'SUCCESS' };
      },
    });
    await user.click(await within(region).findByRole('button', { name: 'Cancel “Reboot 1”' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel “Reboot 1”' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel reboot' }));
    expect(await within(dialog).findByText('This reboot does not wait any more.')).toBeDefined();
    refuse = false;
    await user.click(within(dialog).getByRole('button', { name: 'Cancel reboot' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toEqual([
      { id: '7', taskId: '1' },
      { id: '7', taskId: '1' },
    ]);
  });

  it('are scheduled from the page with the id of the device (F13-02, F13-09)', async () => {
    const bodies: CallInput<'addReboot'>['body'][] = [];
    const { user, card: region } = await card({
      addReboot: ({ body }) => {
        bodies.push(body);
        return { resultCode: 'SUCCESS', id: 1, runAt: '2999-05-01T00:00:00.000Z' };
      },
    });
    expect(await within(region).findByText('No reboot of this device was scheduled so far.')).toBeDefined();
    await user.click(within(region).getByRole('button', { name: 'Schedule reboot' }));
    await screen.findByText(/^Reboots “web-1” once\. It runs on /);
    expect(await screen.findByDisplayValue('Reboot of device 7')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Schedule reboot' }).at(-1) ?? document.body);
    await waitFor(() => expect(bodies).toHaveLength(1));
    await screen.findByText('The reboot of “web-1” is scheduled.');
    expect(bodies[0]?.targets).toEqual([{ targetId: 7, scheduledTaskId: null, targetType: 'NODE' }]);
  });

  it('are scheduled from the list for the selection, whose number names them (F13-01, F13-09)', async () => {
    const bodies: CallInput<'addReboot'>['body'][] = [];
    given({
      searchDevices: () => ({ items: [row, { ...row, id: 8, name: 'web-2' }], total: 2 }),
      addReboot: ({ body }) => {
        bodies.push(body);
        return { resultCode: 'SUCCESS', id: 1, runAt: '2999-05-01T00:00:00.000Z' };
      },
    });
    const user = await open('/deviceSearch');
    await user.click(await screen.findByRole('checkbox', { name: 'Select web-1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select web-2' }));
    await user.click(await screen.findByRole('button', { name: 'Schedule reboot' }));
    await screen.findByText(/^Reboots 2 devices once\. It runs on /);
    expect(await screen.findByDisplayValue('Reboot of 2 devices')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Schedule reboot' }).at(-1) ?? document.body);
    await screen.findByText('The reboot of 2 devices is scheduled.');
    expect(bodies[0]?.targets.map(({ targetId }) => targetId)).toEqual([7, 8]);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
  });
});
