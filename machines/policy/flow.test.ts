import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const answers = { name: 'First', notes: 'With notes.' };

it('adds a policy', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('addPolicy').input).toEqual({ key: `${instance}-addPolicy-0`, body: answers });
  await stage.call('addPolicy').done({ policy: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, words: { name: 'First' } });
});

it('changes a policy from what is stored', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('readPolicy').done({ ...answers, id: 4, revision: 2, createdAt: '', updatedAt: '' });
  expect(stage.view().data).toEqual(answers);
  stage.submit({ ...answers, notes: '' });
  expect(stage.call('savePolicy').input).toMatchObject({
    params: { id: '4' },
    revision: 2,
    body: { name: 'First', notes: '' },
  });
});

it('returns to the form with what the server refused', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('addPolicy').refuse('invalid_input', { fields: { '/name': 'Use another name' } });
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: answers,
    refusal: { fields: { '/name': 'Use another name' } },
  });
});
