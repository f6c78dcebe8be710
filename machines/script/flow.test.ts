import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const plain = {
  name: 'Disk space',
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  script: 'df -h',
  defaultTimeout: 60,
};
const answers = {
  ...plain,
  scriptVariables: [{ name: 'Level', type: 'DROPDOWN', valueList: ' low \n\nhigh', required: true }],
  scriptParameters: ' --all\n\n  --local ',
};
const sent = {
  ...plain,
  scriptVariables: [{ name: 'Level', type: 'DROPDOWN', valueList: ['low', 'high'], required: true }],
  scriptParameters: ['--all', '--local'],
  useFirstParametersOptionAsDefault: false,
};

it('adds a script; entries are trimmed, and empty ones ignored (C12-30, C12-32)', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('addScript').input).toEqual({ key: `${instance}-addScript-0`, body: sent });
  await stage.call('addScript').done({ script: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, words: { name: 'Disk space' } });
});

it('changes a script from what is stored', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('readScript').done({ ...sent, id: 4, revision: 2, description: '', defaultRunAs: '' });
  expect(stage.view().data).toMatchObject({
    ...plain,
    scriptVariables: [{ name: 'Level', type: 'DROPDOWN', valueList: 'low\nhigh', required: true }],
    scriptParameters: '--all\n--local',
  });
  stage.submit({ ...stage.view().data, scriptParameters: undefined, scriptVariables: [] });
  expect(stage.call('saveScript').input).toMatchObject({
    params: { id: '4' },
    revision: 2,
    body: { ...plain, scriptParameters: [], scriptVariables: [] },
  });
});

it('returns to the form with what the server refused', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('addScript').refuse('invalid_input', { fields: { '/name': 'This name already exists' } });
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: answers,
    refusal: { fields: { '/name': 'This name already exists' } },
  });
});
