import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const answers = { name: 'Servers', description: 'All of them', nodeClass: 'LINUX_SERVER', enabled: true };
const stored = { ...answers, id: 4, revision: 2, nodeRoleId: '', nodeClassDefault: true, parentPolicyId: 3 };

it('adds a policy (F14-03)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('addPolicy').input).toEqual({
    key: `${instance}-addPolicy-0`,
    body: { ...answers, nodeClassDefault: false },
  });
  await stage.call('addPolicy').done({ policy: { id: 4 }, policyId: 4 });
  expect(stage.output()).toMatchObject({ outcome: 'finished', words: { name: 'Servers' } });
});

it('copies the settings of a policy, but neither its name nor that it is the default (F14-03)', async () => {
  const stage = rehearse(flow, { copyOf: '4', given: { copyOfId: 4 } });
  await stage.call('readPolicy').done(stored);
  expect(stage.view().data).toEqual({
    ...answers,
    name: '',
    nodeClassDefault: false,
    parentPolicyId: 3,
  });
  stage.submit({ ...answers, name: 'Copied' });
  expect(stage.call('addPolicy').input).toMatchObject({ body: { name: 'Copied', copyOfId: 4 } });
});

it('changes a policy from what is stored, and sends an emptied parent as none', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('readPolicy').done(stored);
  const { parentPolicyId: _, ...without } = stage.view().data ?? {};
  stage.submit({ ...without, description: '' });
  expect(stage.call('savePolicy').input).toMatchObject({
    params: { id: '4' },
    revision: 2,
    body: { name: 'Servers', description: '', parentPolicyId: null },
  });
});

it('returns to the name when another policy has it (F14-15)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('addPolicy').refuse('POLICY_NAME_ALREADY_IN_USE');
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: answers,
    refusal: { fields: { '/name': expect.any(String) } },
  });
});
