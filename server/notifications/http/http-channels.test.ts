import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hookPeer, type HookPeer } from '#tests/fixtures/receivers.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import { notificationChannel, notificationDelivery } from '../../database/schema/notifications.ts';
import { secondsOf } from '../../deliveries/send.ts';

const world = monitorWorld();
let hook: HookPeer;
beforeAll(async () => {
  hook = await hookPeer();
});
afterAll(() => hook.close());
beforeEach(async () => {
  hook.requests.length = 0;
  Object.assign(hook.answer, { status: 200, body: '' });
  await world.cairn.services.database.delete(notificationChannel);
});

const custom = (more: object = {}) => ({
  name: 'Desk',
  channelType: 'HTTP',
  service: 'CUSTOM',
  method: 'POST',
  address: hook.url,
  contentType: 'JSON',
  body: '{"event": "{{event}}", "text": "{{alert.message}}", "monitor": "{{alert.monitorName}}"}',
  headers: [{ name: 'Authorization', value: 'Bearer {{secret}}' }],
  secretValue: 'tell-nobody',
  ...more,
});
const add = (body: object) => world.admin.post('/notificationchannel', body);
const idOf = async (body: object) => Number((await add(body)).body.channel?.id);

describe('an HTTP channel', () => {
  it('keeps its secret sealed and in no reply, also when it is saved without it (S12)', async () => {
    const added = await add(custom());
    const id = Number(added.body.channel?.id);
    const read = await world.admin.get(`/notificationchannel/${id}`);
    expect(read.body).toMatchObject({ service: 'CUSTOM', secretValueSet: true });
    expect(JSON.stringify([added.body, read.body])).not.toContain('tell-nobody');
    const [row] = await world.cairn.services.database.select().from(notificationChannel);
    expect(JSON.stringify(row)).not.toContain('tell-nobody');
    await world.admin.put(`/notificationchannel/${id}`, custom({ secretValue: undefined, name: 'Renamed' }));
    await world.admin.post(`/notificationchannel/${id}/test`);
    expect(hook.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer tell-nobody',
      'Bearer tell-nobody',
    ]);
  });

  it('sends a stored secret to no other server than it was given for (S12)', async () => {
    const id = await idOf(custom({ address: 'https://desk.example/in' }));
    const { body } = await world.admin.put(`/notificationchannel/${id}`, custom({ secretValue: undefined }));
    expect(body.channel).toMatchObject({ secretValueSet: false });
  });

  it('refuses a template that a quote could break, a mistyped placeholder and a missing secret (S12)', async () => {
    const fields = async (more: object) => (await add(custom(more))).body.fields;
    expect(await fields({ body: '{"text": {{alert.message}}}' })).toHaveProperty('/body');
    expect(await fields({ body: '{"text": "{{alert.mesage}}"}' })).toHaveProperty('/body');
    expect(await fields({ address: 'https://desk.example/{{nothing}}' })).toHaveProperty('/address');
    expect(await fields({ service: 'PAGERDUTY' })).toEqual({ '/routingKey': 'Required' });
  });

  it('sends an alert when it is raised and acknowledged, in JSON whatever its name holds (S12)', async () => {
    const channelId = await idOf(custom());
    world.status = 503;
    const conditions = [failedCondition({ notificationChannelIds: [channelId] })];
    const monitorId = await world.add({ monitorName: 'The "Shop" \\ é', conditions });
    const events = () => hook.requests.map(({ body }) => JSON.parse(body) as Record<string, string>);
    await until(
      async () => events(),
      (sent) => sent.length === 1,
      15_000,
    );
    expect(events()[0]).toMatchObject({ event: 'alert.raised', monitor: 'The "Shop" \\ é' });
    const { items } = (await world.admin.get(`/alert?monitorId=${monitorId}`)).body;
    const alertId = Number((items as never as { id: number }[])[0]?.id);
    await world.admin.put(`/alert/${alertId}/acknowledgement`, {});
    await until(
      async () => events(),
      (sent) => sent.some(({ event }) => event === 'alert.acknowledged'),
      15_000,
    );
    world.status = 200;
    await world.runNow(monitorId);
  });

  it('waits as long as the receiver asks before the next attempt (S12)', async () => {
    const { database } = world.cairn.services;
    const id = await idOf(custom({ address: `${hook.url}?limited` }));
    Object.assign(hook.answer, { status: 429, headers: { 'retry-after': '600' } });
    await world.admin.post(`/notificationchannel/${id}/test`);
    const [delivery] = await database.select().from(notificationDelivery);
    expect(delivery).toMatchObject({ state: 'pending', status: 429 });
    const wait = Number(delivery?.nextAttemptAt) - Number(delivery?.createdAt);
    expect(wait).toBeGreaterThanOrEqual(600_000);
    Object.assign(hook.answer, { headers: {} });
  });

  it('shows the requests with the latest alert, and never a secret (S12)', async () => {
    const { headers: _, secretValue: __, name: ___, channelType: ____, ...template } = custom();
    const { body } = await world.admin.post('/notificationchannel/preview', {
      ...template,
      headers: [{ name: 'Authorization', value: 'Bearer {{secret}}' }],
    });
    expect(body.requests).toMatchObject([{ event: 'alert.raised' }, {}, { event: 'alert.reset' }]);
    expect(JSON.stringify(body)).toContain('Bearer ****');
    const wrong = await world.admin.post('/notificationchannel/preview', { ...template, body: '{{nothing}}' });
    expect(wrong.body.requests?.[0]?.problem).toContain('nothing');
    expect(
      (await world.admin.post('/notificationchannel/preview', { service: 'OPSGENIE' })).body.requests,
    ).toHaveLength(3);
  });
});

it.each([
  ['120', 120],
  ['0.5', 1],
  ['Thu, 01 Jan 1970 00:01:30 GMT', 90],
  ['soon', undefined],
])('reads Retry-After %s', (text, seconds) => {
  expect(secondsOf(text, 0)).toBe(seconds);
});
