import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const chat = { name: 'Chat', url: 'https://chat.example/hook', events: ['alert.raised'], enabled: true };

describe('adding a webhook', () => {
  it('begins with the events of alerts', () => {
    expect(rehearse(flow).view().data).toEqual({ events: ['alert.raised', 'alert.reset'], enabled: true });
  });

  it('adds it and shows its signing secret', async () => {
    const stage = rehearse(flow);
    stage.submit(chat);
    expect(stage.call('addWebhook').input).toEqual({ key: `${instance}-addWebhook-0`, body: chat });
    await stage.call('addWebhook').done({ webhook: { id: 4 }, secret: 'sign-me' });
    expect(stage.view()).toMatchObject({ screen: 'added', words: { name: 'Chat' }, shown: { secret: 'sign-me' } });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, told: true });
  });

  it('comes back to the form with what the server refused, and takes another key for the next try', async () => {
    const stage = rehearse(flow);
    stage.submit(chat);
    await stage.call('addWebhook').refuse('invalid_input', { fields: { '/url': 'Please enter a valid URL' } });
    expect(stage.view()).toMatchObject({
      screen: 'details',
      data: chat,
      refusal: { fields: { '/url': 'Please enter a valid URL' } },
    });
    stage.submit(chat);
    expect(stage.call('addWebhook').input.key).toBe(`${instance}-addWebhook-1`);
  });
});

it('changes a webhook as it is stored', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  await stage.call('readWebhook').done({ ...chat, id: 4, createdAt: '' });
  expect(stage.view().data).toEqual(chat);
  stage.submit({ ...chat, enabled: false });
  expect(stage.call('saveWebhook').input).toMatchObject({ params: { id: '4' }, body: { ...chat, enabled: false } });
  await stage.call('saveWebhook').done({ webhook: { id: 4 } });
  expect(stage.output()).toEqual({ outcome: 'finished', reply: { id: 4 }, words: { name: 'Chat' } });
});
