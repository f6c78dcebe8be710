// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ada, at, given, monitorRow, open, organization, withConsole } from '#tests/console/harness.tsx';

withConsole();

it('shows first what needs somebody, and leads to all monitors of the organization where there are more', async () => {
  let asked: unknown;
  given({
    readOrganization: () => organization as never,
    listMonitors: ({ query }) => {
      asked = query;
      return { items: [monitorRow()], total: 240 };
    },
  });
  const user = await open('/customerDashboard/3/overview');
  const all = await screen.findByRole('link', { name: 'Show all 240 monitors' });
  expect(asked).toMatchObject({ clientId: '3', sort: 'status' });
  await user.click(all);
  expect(window.location.hash).toBe('#/cloudMonitors?organization=3');
});

it('shows no card of additional details where the organization has none', async () => {
  given({ readOrganization: () => organization as never });
  await open('/customerDashboard/3/overview');
  await screen.findByText('Main office');
  expect(screen.queryByRole('region', { name: 'Additional details' })).toBeNull();
});

it('leads nowhere else where it shows them all', async () => {
  given({ readOrganization: () => organization as never });
  await open('/customerDashboard/3/overview');
  await screen.findByRole('link', { name: 'Shop' });
  expect(screen.queryByRole('link', { name: /^Show all/ })).toBeNull();
});

it('shows its devices, and the location that the address names (B: devices of an organization, C05-09)', async () => {
  let asked: unknown;
  given({
    readOrganization: () => organization as never,
    searchDevices: ({ query }) => {
      asked = query;
      const device = {
        id: 9,
        name: 'srv-01',
        systemName: 'srv-01',
        nodeClass: 'LINUX_SERVER',
        isServer: true,
        clientId: 3,
      };
      const place = {
        clientName: 'Acme',
        locationId: 1,
        locationName: 'Main office',
        osName: 'Debian',
        lastSeenAt: at,
        maintenance: null,
      };
      return {
        items: [{ ...device, ...place, ipAddresses: ['10.0.0.9'], status: { state: 'offline', at } }],
        total: 1,
      };
    },
  });
  await open('/customerDashboard/3/location/1');
  expect(await screen.findByRole('link', { name: 'srv-01' })).toHaveProperty('hash', '#/deviceDashboard/9/overview');
  expect(asked).toMatchObject({ clientId: '3', sort: 'status' });
  expect(screen.getByText('Offline')).toBeDefined();
  expect((await screen.findByText('Main office')).closest('li')?.getAttribute('aria-current')).toBe('location');
});

it('lists its credentials, and says why another person may not add one (F22-04)', async () => {
  given({
    readOrganization: () => organization as never,
    listCredentials: () => [{ id: 4, name: 'Switches', credentialType: 'SNMP_V2C', expiresOn: '' }],
  });
  const viewer = ['ORGANIZATION:View', 'NODE:View'];
  const user = await open('/customerDashboard/3/overview', { ...ada, sysadmin: false, permissions: viewer });
  await screen.findByText('Switches');
  expect(screen.getByText('SNMP v2c')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'More actions for “Switches”' })).toBeNull();
  const add = screen.getByRole('button', { name: 'Add credential' });
  await user.hover(add);
  await screen.findByText('Your permissions do not support creating NMS credentials');
  await user.click(add);
  expect(screen.queryByRole('dialog')).toBeNull();
});
