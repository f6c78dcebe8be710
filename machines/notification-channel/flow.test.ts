import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const chat = { channelType: 'WEBHOOK', name: 'Chat', url: 'https://chat.example/hook', enabled: true };
const noRules = { repeatMinutes: null, escalateMinutes: null, escalateChannelId: null };
const onCall = { channelType: 'EMAIL', name: 'On call', recipients: [{ email: 'a@example.com' }], enabled: true };

describe('adding a notification channel', () => {
  it('begins with e-mail and an address to fill in', () => {
    expect(rehearse(flow).view().data).toEqual({ channelType: 'EMAIL', recipients: [{}], enabled: true });
  });

  it('adds a webhook and shows its signing secret', async () => {
    const stage = rehearse(flow);
    stage.submit({ ...chat, recipients: [{ email: 'left@example.com' }] });
    expect(stage.call('addNotificationChannel').input).toEqual({
      key: `${instance}-addNotificationChannel-0`,
      body: { ...chat, ...noRules },
    });
    await stage.call('addNotificationChannel').done({ channel: { id: 4 }, secret: 'sign-me' });
    expect(stage.view()).toMatchObject({ screen: 'added', words: { name: 'Chat' }, shown: { secret: 'sign-me' } });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 }, told: true });
  });

  it('adds e-mail, which has no secret to show', async () => {
    const stage = rehearse(flow);
    stage.submit({ ...onCall, url: 'https://left.example/' });
    expect(stage.call('addNotificationChannel').input.body).toEqual({ ...onCall, ...noRules });
    await stage.call('addNotificationChannel').done({ channel: { id: 5 } });
    expect(stage.output()).toEqual({ outcome: 'finished', reply: { id: 5 }, words: { name: 'On call' } });
  });

  it('sends what happens when nobody acknowledges', async () => {
    const stage = rehearse(flow);
    const rules = { repeatMinutes: 30, escalateMinutes: 15, escalateChannelId: 9 };
    stage.submit({ ...onCall, ...rules });
    expect(stage.call('addNotificationChannel').input.body).toEqual({ ...onCall, ...rules });
  });

  it('previews a template without its name, rules and secrets', () => {
    const stage = rehearse(flow);
    const slack = { channelType: 'HTTP', name: 'Slack', service: 'SLACK', webhookUrl: 'https://hooks.example/1' };
    stage.change({ ...slack, repeatMinutes: 30 });
    stage.send({ type: 'preview.requested' });
    expect(stage.call('previewNotificationChannel').input).toEqual({ body: { service: 'SLACK' } });
  });

  it('comes back to the form with what the server refused, and takes another key for the next try', async () => {
    const stage = rehearse(flow);
    stage.submit(onCall);
    await stage
      .call('addNotificationChannel')
      .refuse('invalid_input', { fields: { '/name': 'Another channel has this name.' } });
    expect(stage.view()).toMatchObject({
      screen: 'details',
      data: onCall,
      refusal: { fields: { '/name': 'Another channel has this name.' } },
    });
    stage.submit({ ...onCall, name: 'On call 2' });
    expect(stage.call('addNotificationChannel').input.key).toBe(`${instance}-addNotificationChannel-1`);
  });
});

it.each([
  ['e-mail', onCall, { url: null }],
  ['a webhook', chat, { recipients: [] }],
])('changes %s as it is stored', async (_, channel, rest) => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  const stored = { ...channel, ...rest, id: 4, conditionCount: 2, createdAt: '' };
  await stage.call('readNotificationChannel').done(stored);
  expect(stage.view()).toMatchObject({ data: channel, locked: ['/channelType', '/service'] });
  stage.submit({ ...channel, enabled: false });
  expect(stage.call('saveNotificationChannel').input).toMatchObject({
    params: { id: '4' },
    body: { ...channel, enabled: false },
  });
  await stage.call('saveNotificationChannel').done({ channel: { id: 4 } });
  expect(stage.output()).toMatchObject({ outcome: 'finished', reply: { id: 4 } });
});

it('changes and ends the rules of a stored channel', async () => {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '4' });
  const rules = { repeatMinutes: 30, escalateMinutes: 15, escalateChannelId: 9 };
  await stage.call('readNotificationChannel').done({ ...onCall, ...rules, id: 4, url: null });
  expect(stage.view()).toMatchObject({ data: { ...onCall, ...rules } });
  stage.submit({ ...onCall, repeatMinutes: 60 });
  expect(stage.call('saveNotificationChannel').input.body).toEqual({ ...onCall, ...noRules, repeatMinutes: 60 });
});
