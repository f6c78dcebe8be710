// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';
import { Facts } from './inventory-cards.tsx';

withConsole();

type Device = CallReply<'readDevice'>;
type Polling = NonNullable<Device['polling']>;

const polling: Polling = {
  probe: { nodeId: 4, nodeName: 'probe-1' },
  inability: null,
  credentialName: 'Switches',
  polledAt: new Date(Date.now() - 20_000).toISOString(),
  since: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  answered: 'ping',
  pingMS: 12.5,
  sent: 3,
  received: 2,
  bootedAt: new Date(Date.now() - 5 * 86_400_000).toISOString(),
};

const device = (more: Partial<Device>): Device => ({
  id: 7,
  name: 'core-1',
  systemName: 'core-1',
  nodeClass: 'NMS_SWITCH',
  isServer: false,
  status: { state: 'online', at: null },
  clientId: 3,
  clientName: 'Northwind',
  locationId: 4,
  locationName: 'Delft',
  osName: 'Cisco IOS',
  ipAddresses: ['192.0.2.7'],
  lastSeenAt: null,
  maintenance: null,
  timeZone: 'UTC',
  vmHost: null,
  vmGuest: null,
  macAddresses: [],
  publicIp: '',
  lastLoggedInUser: '',
  biosSerialNumber: '',
  createdAt: '2026-11-21T08:00:00.000Z',
  agent: null,
  vendor: 'Cisco',
  model: 'WS-C2960',
  firmware: '15.0',
  polling,
  inventory: null,
  inventoryAt: null,
  ...more,
});

const idle = { alias: '', enabled: true, up: true, speed: 1000, inErrors: 0, outErrors: 0, turnedAt: null };
const interfaces: CallReply<'listDeviceInterfaces'>['items'] = [
  { ...idle, index: 1, name: 'Gi0/1', alias: 'Uplink', inRate: 250_000_000, outRate: 1_500_000, inErrors: 12 },
  { ...idle, index: 2, name: 'Gi0/2', up: false, inRate: null, outRate: null, turnedAt: new Date().toISOString() },
  { ...idle, index: 3, name: 'Vlan1', up: false, enabled: false, speed: 0, inRate: 0, outRate: 0 },
];

async function shown(more: Partial<Device> = {}): Promise<(name: string) => string | undefined> {
  const now = new Date().toISOString();
  given({
    listDeviceMaintenance: () => ({ items: [], total: 0 }),
    readDevice: () => device(more),
    listDeviceInterfaces: () => ({ items: interfaces, readAt: '2026-11-26T10:00:00.000Z' }),
    listDeviceResults: () => ({ points: [], from: now, to: now, availability: null, step: null }),
  });
  await open('/deviceDashboard/7/overview');
  await screen.findByRole('heading', { name: 'Polling' });
  const terms = screen.getAllByRole('term');
  return (name) => terms.find((term) => term.textContent === name)?.nextElementSibling?.textContent ?? undefined;
}

it('says how a network device is polled and what the last poll said', async () => {
  const fact = await shown();
  expect(screen.getByRole('link', { name: 'probe-1' }).getAttribute('href')).toContain('/deviceDashboard/4/overview');
  expect(fact('Polled')).toBe('Every 1 min');
  expect(fact('Answered')).toBe('Ping');
  expect(fact('Round trip')).toBe('13 ms');
  expect(fact('Lost pings')).toBe('1 of 3');
  expect(fact('Status since')).toBe('3 hours ago');
  expect(fact('Started')).toBe('5 days ago');
  expect(fact('SNMP credential')).toBe('Switches');
  expect(fact('Model')).toBe('WS-C2960');
  expect(await screen.findByText('The first poll runs within a minute of adding the device.')).toBeDefined();
});

it('says of a device that answers no ping by what it was found, and nothing of lost pings', async () => {
  const fact = await shown({ polling: { ...polling, answered: 'snmp', pingMS: null, received: 0 } });
  expect(fact('Answered')).toBe('SNMP, no ping');
  expect([fact('Round trip'), fact('Lost pings')]).toEqual([undefined, undefined]);
});

it('says why nothing polls the device, and no time of a status that it no longer has', async () => {
  const inability = 'The network probe of this device is offline.';
  const fact = await shown({ status: { state: 'unmonitored', at: null }, polling: { ...polling, inability } });
  expect(screen.getByText('This device is not polled')).toBeDefined();
  expect(screen.getByText(/The network probe of this device is offline\. The last poll was on /)).toBeDefined();
  expect(fact('Status since')).toBeUndefined();
});

it('leaves out a fact without a value', () => {
  const facts = [['Absent', false] as const, ['Unknown', null] as const, ['Empty', ''] as const, ['Count', 0] as const];
  render(<Facts of={facts} />);
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Count']);
});

it('shows the interfaces of a device that answers SNMP, with rates, their share of the speed, and errors', async () => {
  await shown();
  const table = await screen.findByRole('table', { name: 'Interfaces' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' ')),
  );
  expect(rows).toEqual([
    ['Gi0/1Uplink', 'Up', '1 Gb/s', '250 Mb/s25%', '1.5 Mb/s0.2%', '12 / 0'],
    ['Gi0/2', expect.stringMatching(/^Down(now|\d+ seconds? ago)$/), '1 Gb/s', '–', '–', '0 / 0'],
    ['Vlan1', 'Disabled', '–', '0 bit/s', '0 bit/s', '0 / 0'],
  ]);
  expect(screen.getByText(/^Read every 5 min, last on /)).toBeDefined();
});

it('shows no interfaces of a device that is polled without SNMP', async () => {
  await shown({ polling: { ...polling, credentialName: null } });
  expect(screen.queryByRole('heading', { name: /Interfaces/ })).toBeNull();
});
