// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ada, alertDefaults, at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const organization = {
  id: 1,
  name: 'Acme',
  description: '',
  timeZoneId: '_Division',
  locations: [],
  custom: {},
  createdAt: at,
  updatedAt: at,
};
const card = () => screen.findByRole('region', { name: 'Alert notifications' });

it('lets an organization have alert notifications of its own, and those of the company again (A5)', async () => {
  const sent: unknown[] = [];
  let stands = alertDefaults({ receivers: ['Ada Byron', 'Uma Tester'], channels: ['Desk'] });
  given({
    readOrganization: () => organization as never,
    listChannelChoices: () => [{ id: 4, name: 'Night', channelType: 'EMAIL', enabled: true }],
    readAlertDefaults: () => stands,
    saveAlertDefaults: ({ body }) => {
      sent.push(body);
      stands = alertDefaults({ ...body, own: true, receivers: ['Uma Tester'] });
      return { resultCode: 'SUCCESS', alertDefaults: stands };
    },
    removeAlertDefaults: () => {
      stands = alertDefaults();
      return { resultCode: 'SUCCESS', alertDefaults: stands };
    },
  });
  const user = await open('/customerDashboard/1/overview');
  const region = await card();
  await within(region).findByText('Ada Byron, Uma Tester');
  expect(region.textContent).toContain('As set for the company');
  expect(region.textContent).toContain('Desk');
  await user.click(within(region).getByRole('button', { name: 'Set for this organization' }));
  await user.click(await within(region).findByRole('combobox', { name: /^Technicians/ }));
  await user.click(await screen.findByRole('option', { name: 'Chosen technicians' }));
  await user.click(await within(region).findByRole('combobox', { name: /^Who/ }));
  await user.click(await screen.findByRole('option', { name: 'Uma Tester' }));
  await user.click(within(region).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(region.textContent).toContain('Set for this organization'));
  expect(sent).toEqual([{ technicians: 'CHOSEN', technicianIds: [2], notificationChannelIds: [] }]);
  await user.click(await within(region).findByRole('button', { name: 'Use the company’s' }));
  await waitFor(() => expect(region.textContent).toContain('As set for the company'));
});

it('lets an organization keep the company’s alert notifications as its own, unchanged (A5)', async () => {
  const sent: unknown[] = [];
  // Technician 9 does not see this organization.
  const company = { technicians: 'CHOSEN', technicianIds: [2, 9], notificationChannelIds: [4] } as const;
  let stands = alertDefaults({ ...company, technicianIds: [2, 9], notificationChannelIds: [4] });
  given({
    readOrganization: () => organization as never,
    listChannelChoices: () => [{ id: 4, name: 'Night', channelType: 'EMAIL', enabled: true }],
    readAlertDefaults: () => stands,
    saveAlertDefaults: ({ body }) => {
      sent.push(body);
      stands = alertDefaults({ ...body, own: true });
      return { resultCode: 'SUCCESS', alertDefaults: stands };
    },
  });
  const user = await open('/customerDashboard/1/overview');
  const region = await card();
  await user.click(await within(region).findByRole('button', { name: 'Set for this organization' }));
  await user.click(await within(region).findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(region.textContent).toContain('Set for this organization'));
  expect(sent).toEqual([{ ...company, technicianIds: [2] }]);
  // What is its own already can be saved once it differs.
  await user.click(await within(region).findByRole('button', { name: 'Change' }));
  const save = await within(region).findByRole('button', { name: 'Save' });
  expect(save.hasAttribute('disabled')).toBe(true);
});

it('shows an organization’s alert notifications to who may not change them, without buttons', async () => {
  given({
    readOrganization: () => organization as never,
    readAlertDefaults: () => alertDefaults({ receivers: [], mailConfigured: false }),
  });
  await open('/customerDashboard/1/overview', {
    ...ada,
    sysadmin: false,
    permissions: ['ORGANIZATION:View', 'NODE:View'],
  });
  const region = await card();
  await within(region).findByText('No mail server is set up.');
  expect(region.textContent).toContain('Nobody');
  expect(within(region).queryByRole('button')).toBeNull();
});

it('sets for the division whom alerts notify (A5)', async () => {
  const sent: unknown[] = [];
  given({
    listWebhooks: () => [],
    readDivisionAlertDefaults: () => alertDefaults({ technicians: 'CHOSEN', technicianIds: [2] }),
    listChannelChoices: () => [{ id: 4, name: 'Night', channelType: 'EMAIL', enabled: true }],
    saveDivisionAlertDefaults: ({ body }) => {
      sent.push(body);
      return { resultCode: 'SUCCESS', alertDefaults: alertDefaults(body) };
    },
  });
  const user = await open('/administration/general/settings');
  const region = await card();
  await within(region).findByText('Uma Tester');
  await user.click(within(region).getByRole('combobox', { name: /^Who/ }));
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }));
  await user.click(within(region).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([{ technicians: 'CHOSEN', technicianIds: [2, 1], notificationChannelIds: [] }]),
  );
});
