// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput, CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const policy: CallReply<'readPolicy'> = {
  id: 2,
  name: 'Web',
  description: '',
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_SERVER',
  nodeRoleId: '',
  parentPolicyId: null,
  revision: 3,
  may: { update: true, delete: true, copy: true },
};
type Values = CallReply<'readPolicyPatches'>['values'];
const standard = { kind: 'DIVISION' as const, policyId: null, name: '' };
const servers = { kind: 'POLICY' as const, policyId: 1, name: 'Servers' };
const own = { kind: 'OWN' as const, policyId: 2, name: 'Web' };
const daily = { repeats: 'DAILY' as const, repeatsEveryCount: 1 };
const values: Values = {
  enabled: { value: true, source: servers, inherited: { value: true, source: servers } },
  schedule: {
    value: { repeats: 'WEEKLY', repeatsEveryCount: 1, daysOfWeek: ['TUE'] },
    source: own,
    inherited: { value: daily, source: standard },
  },
  install: { value: 'SECURITY', source: standard, inherited: { value: 'SECURITY', source: standard } },
  reboot: { value: false, source: standard, inherited: { value: false, source: standard } },
};

type Body = CallInput<'savePolicyPatches'>['body'];

async function openPolicy(may = policy.may, answer: () => MockRefusal | undefined = () => undefined) {
  const sent: Body[] = [];
  given({
    readPolicy: () => ({ ...policy, may }),
    listPolicies: () => [],
    readPolicyConditions: () => ({ revision: 3, values: [] }),
    readPolicyAutomations: () => ({ revision: 3, applies: true, reach: 2, automations: [] }),
    readPolicyPatches: () => ({ revision: 3, applies: true, values }),
    listPolicyAssignments: () => [],
    savePolicyPatches: ({ body }) => {
      sent.push(body);
      return answer() ?? { resultCode: 'SUCCESS', policy };
    },
  });
  const user = await open('/editor/policy/2');
  const card = within(await screen.findByRole('region', { name: 'Patches' }));
  await card.findByText('Servers');
  return { user, card, sent, row: (name: string) => within(card.getByRole('group', { name })) };
}

describe('the patch settings of a policy', () => {
  it('say where each value comes from, and are overridden and reset', async () => {
    const { user, card, row, sent } = await openPolicy();
    expect(row('Manage patches').getByRole('link', { name: 'Servers' })).toBeDefined();
    expect(row('Install').getByText('Own')).toBeDefined();
    expect(row('Updates').getByText('Default of Cairn')).toBeDefined();
    await user.click(row('Install').getByRole('button', { name: 'Reset Install' }));
    expect(row('Install').getByText('Every day')).toBeDefined();
    await user.click(row('Updates').getByRole('button', { name: 'Override Updates' }));
    await user.click(row('Updates').getByRole('combobox'));
    await user.click(await screen.findByRole('option', { name: 'All updates of its sources' }));
    await user.click(card.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ revision: 3, patchManagement: { install: 'ALL' } }]));
  });

  it('choose days, show what the server refuses, and keep the edit', async () => {
    const fields = { '/patchManagement/schedule/daysOfWeek': 'Choose at least one day' };
    const { user, card, row, sent } = await openPolicy(policy.may, () => new MockRefusal('invalid_input', { fields }));
    await user.click(row('Install').getByRole('checkbox', { name: 'Tuesday' }));
    await user.click(card.getByRole('button', { name: 'Save' }));
    expect(await row('Install').findByText('Choose at least one day')).toBeDefined();
    expect(sent).toEqual([
      { revision: 3, patchManagement: { schedule: { repeats: 'WEEKLY', repeatsEveryCount: 1, daysOfWeek: [] } } },
    ]);
    await user.click(card.getByRole('button', { name: /^Discard/ }));
    expect(row('Install').getByRole<HTMLInputElement>('checkbox', { name: 'Tuesday' }).checked).toBe(true);
  });

  it('offer no change to whoever may only see the policy', async () => {
    const { card } = await openPolicy({ ...policy.may, update: false });
    expect(card.getByText('Weekly on Tuesday')).toBeDefined();
    expect(card.queryByRole('button')).toBeNull();
  });
});
