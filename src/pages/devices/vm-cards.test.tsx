// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Device = CallReply<'readDevice'>;
type Host = NonNullable<Device['vmHost']>;

const host: Host = {
  type: 'ESXI',
  hostname: 'esxi-1.example',
  apiPort: 443,
  credentialName: 'ESXi, read only',
  delegate: { nodeId: 4, nodeName: 'probe-1' },
  facts: {
    name: 'esxi-1',
    product: 'VMware ESXi 8.0.3',
    version: '8.0.3',
    build: '24022510',
    vendor: 'Dell Inc.',
    model: 'PowerEdge R750',
    uuid: '4c4c4544',
    cpuModel: 'Xeon Gold',
    cpuSockets: 1,
    cpuCores: 28,
    cpuMHz: 56_000,
    memoryMB: 262_144,
    cpuUsedMHz: 14_000,
    memoryUsedMB: 131_072,
    upSeconds: 864_000,
  },
  readAt: new Date(Date.now() - 60_000).toISOString(),
  error: '',
};
const device = (more: Partial<Device>): Device => ({
  id: 7,
  name: 'ESXi',
  systemName: 'esxi-1',
  nodeClass: 'VMWARE_VM_HOST',
  isServer: true,
  status: { state: 'online', at: null },
  clientId: 3,
  clientName: 'Northwind',
  locationId: 4,
  locationName: 'Delft',
  osName: 'VMware ESXi 8.0.3',
  ipAddresses: [],
  lastSeenAt: null,
  macAddresses: [],
  publicIp: '',
  lastLoggedInUser: '',
  biosSerialNumber: '',
  createdAt: new Date().toISOString(),
  agent: null,
  vendor: '',
  model: '',
  firmware: '',
  polling: null,
  maintenance: null,
  timeZone: 'UTC',
  vmHost: null,
  vmGuest: null,
  inventory: null,
  inventoryAt: null,
  ...more,
});
const guest = {
  nodeId: 12,
  name: 'db-1',
  power: 'on' as const,
  os: 'Debian',
  hostName: 'db-1.example',
  address: '192.0.2.20',
  cpus: 4,
  memoryMB: 8192,
  storageMB: 40_960,
  tools: true,
};
const factOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;

it('shows a host with what is in use, and its guests (C09-01)', async () => {
  given({
    listDeviceMaintenance: () => ({ items: [], total: 0 }),
    readDevice: () => device({ vmHost: host }),
    listVmGuests: () => ({ items: [guest] }),
  });
  await open('/vmDashboard/7/overview');
  const guests = await screen.findByRole('table', { name: 'Guests' });
  expect(within(guests).getByRole('link', { name: 'db-1' }).getAttribute('href')).toMatch(
    /\/deviceDashboard\/12\/overview$/,
  );
  expect(within(guests).getByText('8 GiB')).toBeTruthy();
  expect(factOf('Address')).toBe('esxi-1.example:443');
  expect(factOf('Processor')).toBe('Xeon Gold, 1 socket, 28 cores');
  expect(factOf('CPU')).toBe('14 of 56 GHz');
  expect(screen.getByText('128 GiB of 256 GiB')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Read now' })).toBeTruthy();
  expect(screen.queryByText('The monitor delegate could not read the host')).toBeNull();
  // Of a computer with an agent alone.
  expect(screen.queryByText('Inventory')).toBeNull();
});

it('says why the host was not read, and that its credential is gone', async () => {
  given({
    listDeviceMaintenance: () => ({ items: [], total: 0 }),
    readDevice: () => device({ vmHost: { ...host, credentialName: null, error: 'Connection timeout' } }),
    listVmGuests: () => ({ items: [] }),
  });
  await open('/vmDashboard/7/overview');
  expect(await screen.findByText('The monitor delegate could not read the host')).toBeTruthy();
  expect(screen.getByText('Connection timeout')).toBeTruthy();
  expect(factOf('Credential')).toBe('The credential was removed');
  expect(await screen.findByText('No guests')).toBeTruthy();
});

it('leads from a guest to its host', async () => {
  const { nodeId: _, ...shown } = guest;
  given({
    listDeviceMaintenance: () => ({ items: [], total: 0 }),
    readDevice: () =>
      device({
        name: 'db-1',
        nodeClass: 'VMWARE_VM_GUEST',
        vmGuest: { ...shown, host: { nodeId: 7, nodeName: 'ESXi' } },
      }),
  });
  await open('/deviceDashboard/12/overview');
  const link = await screen.findByRole('link', { name: 'ESXi' });
  expect(link.getAttribute('href')).toMatch(/\/vmDashboard\/7\/overview$/);
  expect(factOf('Guest tools')).toBe('Running');
});
