// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const policy = (id: number, name: string, parentPolicyId: number | null = null) => ({
  id,
  name,
  description: '',
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_SERVER' as const,
  nodeRoleId: '',
  parentPolicyId,
  revision: 3,
});
type Values = CallReply<'readPolicyConditions'>['values'];
const division = { kind: 'DIVISION' as const, policyId: null, name: '' };
const values: Values = [
  { name: 'disk', value: true, source: division, inherited: { value: true, source: division } },
  {
    name: 'diskShare',
    value: 70,
    source: { kind: 'POLICY', policyId: 1, name: 'Servers' },
    inherited: { value: 70, source: { kind: 'POLICY', policyId: 1, name: 'Servers' } },
  },
  {
    name: 'diskMinutes',
    value: 5,
    source: { kind: 'OWN', policyId: 2, name: 'Web' },
    inherited: { value: 15, source: division },
  },
];

describe('the list of policies', () => {
  it('shows each policy below the one that it inherits from, and again after a deletion (F10-08)', async () => {
    let stands = [policy(3, 'Mac'), policy(2, 'Web', 1), policy(1, 'Servers')].map((each) => ({ ...each, devices: 4 }));
    given({
      listPolicies: () => stands,
      removePolicy: ({ params: { id } }) => {
        stands = stands.filter((each) => each.id !== Number(id));
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await open('/administration/policies');
    await screen.findByRole('link', { name: 'Web' }, { timeout: 20_000 });
    const names = () =>
      screen
        .getAllByRole('listitem')
        .map((item) => [within(item).queryByRole('link')?.textContent, item.getAttribute('aria-level')])
        .filter(([, level]) => level !== null);
    expect(names()).toEqual([
      ['Mac', '1'],
      ['Servers', '1'],
      ['Web', '2'],
    ]);
    await user.click(screen.getByRole('button', { name: /Mac/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete policy' }));
    await user.click(await screen.findByRole('button', { name: 'Delete policy' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Mac' })).toBeNull());
  });

  it('opens the editor of a new policy (F14-01, F14-06)', async () => {
    given({
      listPolicies: () => [],
      addPolicy: () => ({ resultCode: 'SUCCESS', policy: policy(9, 'Servers'), policyId: 9 }),
      readPolicy: () => policy(9, 'Servers'),
      readPolicyConditions: () => ({ revision: 3, values }),
      listPolicyAssignments: () => [],
    });
    const user = await open('/administration/policies');
    await user.click(await screen.findByRole('button', { name: 'Add policy' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Servers');
    await user.click(screen.getByRole('combobox', { name: /^Role/ }));
    await user.click(await screen.findByRole('option', { name: 'Linux server' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Servers' })).toBeDefined();
    await screen.findByRole('region', { name: 'Alert conditions' });
  });
});

describe('the editor of a policy', () => {
  it('says where each value comes from, and saves overrides and resets after a preview (F14-02, F14-20)', async () => {
    const sent: unknown[] = [];
    given({
      readPolicy: () => policy(2, 'Web', 1),
      listPolicies: () => [policy(1, 'Servers'), policy(2, 'Web', 1)].map((each) => ({ ...each, devices: 4 })),
      readPolicyConditions: () => ({ revision: 3, values }),
      listPolicyAssignments: () => [],
      previewPolicyConditions: () => ({ devices: 7, names: ['Ada', 'Grace'], policies: ['Below'] }),
      savePolicyConditions: ({ body }) => {
        sent.push(body);
        return { resultCode: 'SUCCESS', policy: policy(2, 'Web', 1) };
      },
    });
    const user = await open('/editor/policy/2');
    const card = within(await screen.findByRole('region', { name: 'Alert conditions' }));
    const row = async (name: string) => within(await card.findByRole('group', { name }));
    const share = await row('More than this share full');
    expect(share.getByRole('link', { name: 'Servers' })).toBeDefined();
    expect(share.getByText('70 %')).toBeDefined();
    expect((await row('For')).getByText('Own')).toBeDefined();
    expect((await row('Alert when a volume is almost full')).getByText(/Inherited from/)).toBeDefined();

    await user.click((await row('For')).getByRole('button', { name: 'Reset For' }));
    expect((await row('For')).getByText('15 minutes')).toBeDefined();
    await user.click(share.getByRole('button', { name: /^Override/ }));
    const field = (await row('More than this share full')).getByRole('textbox');
    await user.clear(field);
    await user.type(field, '60');
    await user.click(card.getByRole('button', { name: 'Preview and save' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Changes 7 devices' }));
    expect(modal.getByText(/Ada, Grace and 5 more/)).toBeDefined();
    expect(sent).toEqual([]);
    await user.click(modal.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ revision: 3, conditions: { diskShare: 60 } }]));
  });
});
