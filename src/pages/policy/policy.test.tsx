// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallInput, CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
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
  may: { update: true, delete: true, copy: true },
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

const unset = <const Value,>(value: Value) => ({ value, source: division, inherited: { value, source: division } });
const patches: CallReply<'readPolicyPatches'> = {
  revision: 3,
  applies: true,
  values: {
    enabled: unset(false),
    schedule: unset({ repeats: 'DAILY', repeatsEveryCount: 1 }),
    install: unset('SECURITY'),
    reboot: unset(false),
  },
};

type Body = CallInput<'savePolicyAutomations'>['body'];
type Listed = CallReply<'readPolicyAutomations'>['automations'][number];
const inherited: NonNullable<Listed['inherited']> = {
  enabled: true,
  scriptId: 5,
  scriptName: 'Clean up',
  parameters: '',
  variables: [],
  runAs: '',
  timeoutSeconds: 600,
  schedule: {
    schema: '2.0',
    repeats: 'DAILY',
    repeatsEveryCount: 1,
    runAtHour: 3,
    runAtMinute: 30,
    dayOfMonth: 1,
    startDate: '2026-01-01',
    end: { type: 'NEVER', occurenceCount: 1, endDate: null },
    timeZone: 'UTC',
  },
  createdBy: 'Grace',
  nextRunAt: '2999-01-01T03:30:00.000Z',
  obstacle: 'Grace may not run this script any more.',
};
const nightly: Listed = {
  key: '6f1b8c1e-4a57-4a36-9d0f-0a4a2f3c5b11',
  source: { kind: 'POLICY', policyId: 1, name: 'Servers' },
  own: null,
  inherited,
};
const script: CallReply<'listScripts'>[number] = {
  id: 5,
  preExecutionScript: null,
  postExecutionScript: null,
  iconUrl: null,
  name: 'Clean up',
  description: '',
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  categoriesNames: ['Maintenance'],
  createdOn: '2026-01-01T00:00:00.000Z',
  updatedOn: '2026-01-01T00:00:00.000Z',
  createdBy: 'Ada',
  lastUpdatedBy: 'Ada',
  may: { read: true, update: true, delete: true, run: true },
  scriptParameters: [],
  useFirstParametersOptionAsDefault: false,
  scriptVariables: [],
  defaultRunAs: '',
  defaultTimeout: 600,
  version: 1,
  attachment: null,
};

const soon = () => new Date(Date.now() + 900_000).toISOString();

describe('the list of policies', () => {
  it('shows each policy below the one that it inherits from, and again after a deletion (F10-08)', async () => {
    let stands = [policy(3, 'Mac'), policy(2, 'Web', 1), policy(1, 'Servers')].map((each) => ({ ...each, devices: 4 }));
    given({
      listPolicies: () => stands,
      removePolicy: ({ params: { id } }) => {
        stands = stands.filter((each) => each.id !== Number(id));
        return { resultCode: 'SUCCESS', deletionId: 5, name: 'Mac', undoUntil: soon() };
      },
      planPolicyDeletion: ({ params }) => {
        expect(params.id).toBe('3');
        return { verdict: 'POSSIBLE', name: 'Mac', lines: [], warnings: [], blockers: [] };
      },
    });
    const user = await open('/administration/policies');
    await screen.findByRole('link', { name: 'Web' }, { timeout: 30_000 });
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
    expect(screen.getByRole('link', { name: 'Web' })).toBeDefined();
    await screen.findByRole('button', { name: 'Undo the deletion of Mac' });
  });

  it('says what keeps a policy from being deleted (F10-19)', async () => {
    given({
      listPolicies: () => [{ ...policy(3, 'Mac'), devices: 4 }],
      planPolicyDeletion: () => ({
        verdict: 'BLOCKED',
        name: 'Mac',
        lines: [],
        warnings: [],
        blockers: [
          { code: 'cannot_delete_default_policy', message: "You can't delete a default policy." },
          { code: 'policy_in_use', message: 'It is used by 1 device (web-1).' },
        ],
      }),
    });
    const user = await open('/administration/policies');
    await user.click(await screen.findByRole('button', { name: /Mac/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete policy' }));
    await screen.findByText("You can't delete a default policy.");
    expect(screen.getByText('It is used by 1 device (web-1).')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete policy' })).toBeNull();
  });

  it('opens the editor of a new policy (F14-01, F14-06)', async () => {
    given({
      listPolicies: () => [],
      addPolicy: () => ({ resultCode: 'SUCCESS', policy: policy(9, 'Servers'), policyId: 9 }),
      readPolicy: () => policy(9, 'Servers'),
      readPolicyConditions: () => ({ revision: 3, values }),
      readPolicyAutomations: () => ({ revision: 3, applies: true, reach: 2, automations: [] }),
      readPolicyPatches: () => patches,
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

describe('the flow of a policy', () => {
  it('names the policy that is copied, so that its settings come along (F14-03)', async () => {
    const sent: CallInput<'addPolicy'>['body'][] = [];
    given({
      listPolicies: () => [{ ...policy(2, 'Web'), devices: 4 }],
      readPolicy: () => policy(2, 'Web'),
      addPolicy: ({ body }) => {
        sent.push(body);
        return new MockRefusal('POLICY_NAME_ALREADY_IN_USE');
      },
    });
    const user = await open('/administration/policies');
    await user.click(await screen.findByRole('button', { name: /Web/ }));
    await user.click(await screen.findByRole('menuitem', { name: /^Copy/ }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Web 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ name: 'Web 2', copyOfId: 2 }]));
  });

  it('says "Error saving policy" when the server fails (F14-16)', async () => {
    given({ listPolicies: () => [], addPolicy: () => new MockRefusal('internal') });
    const user = await open('/administration/policies');
    await user.click(await screen.findByRole('button', { name: 'Add policy' }));
    await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Servers');
    await user.click(screen.getByRole('combobox', { name: /^Role/ }));
    await user.click(await screen.findByRole('option', { name: 'Linux server' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error saving policy')).toBeDefined();
  });
});

describe('the editor of a policy', () => {
  it('offers no change of a policy that the user may only see', async () => {
    given({
      readPolicy: () => ({ ...policy(2, 'Web'), may: { update: false, delete: false, copy: false } }),
      listPolicies: () => [],
      readPolicyConditions: () => ({ revision: 3, values }),
      readPolicyAutomations: () => ({ revision: 3, applies: true, reach: 2, automations: [nightly] }),
      readPolicyPatches: () => patches,
      listPolicyAssignments: () => [],
    });
    await open('/editor/policy/2');
    const card = within(await screen.findByRole('region', { name: 'Automations on schedule' }));
    await card.findByText('Clean up');
    await within(screen.getByRole('region', { name: 'Alert conditions' })).findByText('70 %');
    expect(
      screen.queryByRole('button', { name: /Edit|Override|Reset|Turn|Add automation|Actions of|Preview/ }),
    ).toBeNull();
  });

  it('overrides, turns off and resets an inherited automation, and adds one with a schedule', async () => {
    const sent: Body[] = [];
    let automations: CallReply<'readPolicyAutomations'>['automations'] = [nightly];
    given({
      readPolicy: () => policy(2, 'Web', 1),
      listPolicies: () => [],
      readPolicyConditions: () => ({ revision: 3, values }),
      readPolicyAutomations: () => ({ revision: 3, applies: true, reach: 2, automations }),
      readPolicyPatches: () => patches,
      listPolicyAssignments: () => [],
      listScripts: () => [script],
      savePolicyAutomations: ({ body }) => {
        sent.push(body);
        const [own] = body.automations;
        automations = [
          {
            ...nightly,
            own: own ? { ...inherited, ...own } : null,
            source: own ? { kind: 'OWN', policyId: 2, name: 'Web' } : nightly.source,
          },
        ];
        return { resultCode: 'SUCCESS', policy: policy(2, 'Web', 1) };
      },
    });
    const user = await open('/editor/policy/2');
    const card = within(await screen.findByRole('region', { name: 'Automations on schedule' }));
    expect(await card.findByText('Daily at 03:30 (UTC)')).toBeDefined();
    expect(card.getByText('Grace may not run this script any more.')).toBeDefined();
    await user.click(card.getByRole('button', { name: 'Turn off Clean up' }));
    await user.click(await card.findByRole('button', { name: 'Reset Clean up' }));
    await waitFor(() =>
      expect(sent.map((body) => body.automations.map(({ enabled }) => enabled))).toEqual([[false], []]),
    );
    await user.click(card.getByRole('button', { name: 'Add automation' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Add automation' }));
    await user.click(await modal.findByRole('combobox', { name: /^Script/ }));
    await user.click(await screen.findByRole('option', { name: 'Clean up' }));
    await user.click(modal.getByRole('combobox', { name: 'Repeats' }));
    await user.click(await screen.findByRole('option', { name: 'Weekly' }));
    await user.click(modal.getByRole('checkbox', { name: 'Friday' }));
    await user.click(modal.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]).toMatchObject({
      revision: 3,
      automations: [{ scriptId: 5, enabled: true, schedule: { repeats: 'WEEKLY', daysOfWeek: ['MON', 'FRI'] } }],
    });
  });

  it('says where each value comes from, and saves overrides and resets after a preview (F14-02, F14-20)', async () => {
    const sent: unknown[] = [];
    given({
      readPolicy: () => policy(2, 'Web', 1),
      listPolicies: () => [policy(1, 'Servers'), policy(2, 'Web', 1)].map((each) => ({ ...each, devices: 4 })),
      readPolicyConditions: () => ({ revision: 3, values }),
      readPolicyAutomations: () => ({ revision: 3, applies: true, reach: 2, automations: [] }),
      readPolicyPatches: () => patches,
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
