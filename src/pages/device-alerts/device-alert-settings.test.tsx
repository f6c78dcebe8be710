// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usualDeviceAlerts } from '#api/contract/device-alerts.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

it('lets an administrator change what raises alerts of devices, within its bounds', async () => {
  const sent: unknown[] = [];
  let stands = usualDeviceAlerts;
  given({
    listWebhooks: () => [],
    listChannelChoices: () => [{ id: 4, name: 'Night', channelType: 'EMAIL', enabled: true }],
    readDeviceAlerts: () => stands,
    saveDeviceAlerts: ({ body }) => {
      sent.push(body);
      stands = body;
      return { resultCode: 'SUCCESS', deviceAlerts: body };
    },
  });
  const user = await open('/administration/general/settings');
  const card = within(await screen.findByRole('region', { name: 'Device alerts' }));
  const share = await card.findByRole('textbox', { name: /^More than this share full/ });
  await user.clear(share);
  await user.type(share, '100');
  await user.click(card.getByRole('button', { name: 'Save' }));
  await card.findByText(/between 1 and 99/);
  expect(sent).toEqual([]);
  await user.clear(share);
  await user.type(share, '80');
  await user.click(card.getByRole('switch', { name: /^Alert when the CPU is busy/ }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ ...usualDeviceAlerts, diskShare: 80, cpu: false }]));
});
