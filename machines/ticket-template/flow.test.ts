import { expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const answers = { name: 'First', ticketTitleCustomText: 'Urgent', content: 'Call first.', isDefault: false };

it('adds a ticket template', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  expect(stage.call('addTicketTemplate').input).toEqual({ key: `${instance}-addTicketTemplate-0`, body: answers });
  await stage.call('addTicketTemplate').done({ ticketTemplate: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, words: { name: 'First' } });
});

it('changes a ticket template from what is stored', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('readTicketTemplate').done({ ...answers, id: 4, revision: 2, createdAt: '', updatedAt: '' });
  expect(stage.view().data).toEqual(answers);
  stage.submit({ ...answers, content: '' });
  expect(stage.call('saveTicketTemplate').input).toMatchObject({
    params: { id: '4' },
    revision: 2,
    body: { name: 'First', ticketTitleCustomText: 'Urgent', content: '', isDefault: false },
  });
});

it('returns to the form with what the server refused', async () => {
  const stage = rehearse(flow);
  stage.submit(answers);
  await stage.call('addTicketTemplate').refuse('invalid_input', { fields: { '/name': 'Use another name' } });
  expect(stage.view()).toMatchObject({
    screen: 'details',
    data: answers,
    refusal: { fields: { '/name': 'Use another name' } },
  });
});
