// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CallInput, CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const web = { kind: 'POLICY' as const, policyId: 1, name: 'Web' };
const own = { kind: 'OWN' as const, policyId: null, name: '' };
const effective: CallReply<'readDevicePolicy'> = {
  policy: { id: 1, name: 'Web' },
  assignedTo: 'LOCATION',
  ownPolicyId: null,
  values: [
    { name: 'disk', value: true, source: web, inherited: { value: true, source: web } },
    { name: 'diskShare', value: 70, source: web, inherited: { value: 70, source: web } },
    { name: 'diskMinutes', value: 5, source: own, inherited: { value: 15, source: web } },
  ],
  revision: 4,
  automations: [],
  patchManagement: null,
  nodeClass: 'LINUX_SERVER',
  mayChange: true,
  choices: [],
};

it('overrides and resets values of one device, and says where each comes from (F14-19)', async () => {
  const sent: CallInput<'saveDeviceOverrides'>['body'][] = [];
  let refuse = true;
  given({
    readDevice: () => new MockRefusal('internal'),
    readDevicePolicy: () => effective,
    saveDeviceOverrides: ({ body }) => {
      sent.push(body);
      return refuse ? new MockRefusal('conflict') : { resultCode: 'SUCCESS' };
    },
  });
  const user = await open('/editor/policy/7/LINUX_SERVER');
  const card = within(await screen.findByRole('region', { name: 'Alert conditions' }));
  const row = (name: string) => within(card.getByRole('group', { name }));
  await card.findByText('70 %');
  expect(row('For').getByText('Own')).toBeDefined();
  await user.click(row('For').getByRole('button', { name: 'Reset For' }));
  expect(row('For').getByText('15 minutes')).toBeDefined();
  await user.click(row('More than this share full').getByRole('button', { name: /^Override/ }));
  await user.click(card.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([{ revision: 4, conditions: { diskShare: 70 } }]));
  expect(await card.findByRole('alert')).toBeDefined();
  refuse = false;
  await user.click(card.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(card.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true));
});

it('offers no change to whoever may only see the device', async () => {
  given({
    readDevice: () => new MockRefusal('internal'),
    readDevicePolicy: () => ({ ...effective, mayChange: false }),
  });
  await open('/editor/policy/7/LINUX_SERVER');
  await screen.findByText('70 %');
  expect(screen.queryByRole('button', { name: /Override|Reset|Save/ })).toBeNull();
});
