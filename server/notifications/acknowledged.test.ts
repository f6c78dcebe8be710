import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hookPeer, type HookPeer } from '#tests/fixtures/receivers.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';

const world = monitorWorld();
let hook: HookPeer;
beforeAll(async () => {
  hook = await hookPeer();
});
afterAll(() => hook.close());

async function channel(name: string, more: object = {}): Promise<number> {
  const http = { service: 'CUSTOM', method: 'POST', address: hook.url, contentType: 'JSON', headers: [] };
  const body = `{"event": "{{event}}", "channel": "${name}"}`;
  const added = await world.admin.post('/notificationchannel', { name, channelType: 'HTTP', ...http, body, ...more });
  return Number(added.body.channel?.id);
}

/** What the receiver was told of an event, by channel. */
const told = (event: string) =>
  hook.requests
    .map(({ body }) => JSON.parse(body) as { event: string; channel: string })
    .filter((each) => each.event === event)
    .map((each) => each.channel)
    .toSorted();

/** Channels for which an event is queued or delivered. */
async function queued(event: string): Promise<string[]> {
  const { rows } = await world.cairn.services.database.execute<{ name: string }>(sql`
    select c.name from notification_delivery d join notification_channel c on c.id = d.channel_id
    where d.event = ${event} order by c.name`);
  return rows.map(({ name }) => name);
}

async function openAlert(monitorId: number): Promise<number> {
  const { items } = await until(
    async () => (await world.admin.get(`/alert?monitorId=${monitorId}`)).body,
    (found) => found.items?.[0] !== undefined,
  );
  return Number(items?.[0]?.id);
}

it('acknowledges to the channels that the alert notified, not to those that its condition has by then (S12)', async () => {
  const before = await channel('Told');
  const both = await channel('Told too');
  const later = await channel('Never told');
  const mail = await channel('Mail', { channelType: 'EMAIL', recipients: [{ email: 'desk@example.com' }] });
  world.status = 503;
  const named = (ids: number[], more: object = {}) => failedCondition({ notificationChannelIds: ids, ...more });
  const monitorId = await world.add({ conditions: [named([before, both, mail])] });
  const alertId = await openAlert(monitorId);
  await until(
    async () => told('alert.raised'),
    (sent) => sent.length === 2,
    15_000,
  );
  const [condition] = (await world.read(monitorId)).conditions as unknown as Json[];
  const changed = world.http({ conditions: [named([both, later], { id: Number(condition?.['id']) })] });
  expect((await world.admin.put(`/cloudmonitor/${monitorId}`, changed)).status).toBe(200);

  await world.admin.put(`/alert/${alertId}/acknowledgement`, { note: '' });
  await until(
    async () => told('alert.acknowledged'),
    (sent) => sent.length >= 2,
    15_000,
  );
  expect(told('alert.acknowledged')).toEqual(['Told', 'Told too']);
  // Mail has no words for it.
  expect(await queued('alert.acknowledged')).toEqual(['Told', 'Told too']);
  world.status = 200;
});

it('acknowledges nothing of an alert that notified no channel (S12)', async () => {
  await channel('Bystander');
  world.status = 503;
  const monitorId = await world.add({ monitorName: 'Quiet', conditions: [failedCondition()] });
  const alertId = await openAlert(monitorId);
  const before = await queued('alert.acknowledged');
  expect((await world.admin.put(`/alert/${alertId}/acknowledgement`, {})).status).toBe(200);
  expect(await queued('alert.acknowledged')).toEqual(before);
  world.status = 200;
});
