import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { hookPeer, isSigned, type HookPeer } from '#tests/fixtures/receivers.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';

const world = monitorWorld();
const { add, http, read } = world;
let hook: HookPeer;
beforeAll(async () => {
  hook = await hookPeer();
});
afterAll(() => hook.close());

let count = 0;
async function channel(more: object = {}): Promise<{ id: number; secret: string }> {
  const { body } = await world.admin.post('/notificationchannel', {
    name: `Channel ${(count += 1)}`,
    channelType: 'WEBHOOK',
    url: hook.url,
    ...more,
  });
  return { id: Number(body.channel?.id), secret: String(body.secret) };
}

/** A monitor whose only condition tells these channels, with its alert raised. */
async function raised(channels: readonly number[], name: string): Promise<number> {
  world.status = 500;
  const condition = failedCondition({ notificationChannelIds: channels });
  const id = await add({ monitorName: name, conditions: [condition] });
  await until(
    () => read(id),
    (monitor) => Number(monitor.openAlertCount) === 1,
  );
  world.status = 200;
  return id;
}

/** Lets a check find that the condition has not failed for its minutes. */
async function resetAlert(id: number): Promise<void> {
  await world.cairn.services.database.execute(
    sql`update monitor_condition set last_failure_at = last_failure_at - interval '2 minutes' where monitor_id = ${id}`,
  );
  await world.runAgain(id);
}

const log = async (id: number) =>
  (await world.admin.get(`/notificationchannel/${id}/delivery`)).body.items as unknown as Json[];

describe('the channels of a condition (F08-50, F08-61)', () => {
  it('are told when its alert is raised and when it is reset, each once, signed', async () => {
    const first = await channel();
    const second = await channel({
      channelType: 'EMAIL',
      recipients: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
    });
    const off = await channel({ enabled: false });
    hook.requests.length = 0;
    const id = await raised([first.id, second.id, off.id], 'Watched');
    await resetAlert(id);

    const told = await until(
      () => log(first.id),
      (all) => all.length === 2 && all.every(({ state }) => String(state) === 'delivered'),
      15_000,
    );
    expect(told).toMatchObject([
      { event: 'alert.reset', monitorId: id, monitorName: 'Watched' },
      { event: 'alert.raised', monitorId: id, monitorName: 'Watched' },
    ]);
    expect(hook.requests.map(({ headers }) => headers['cairn-event']).toSorted()).toEqual([
      'alert.raised',
      'alert.reset',
    ]);
    expect(hook.requests.every((request) => isSigned(request, first.secret))).toBe(true);
    const bodies = hook.requests.map(({ body }) => JSON.parse(body) as Json);
    expect(bodies.find(({ event }) => String(event) === 'alert.raised')).toMatchObject({
      data: { alert: { monitorName: 'Watched', conditionName: 'Website is down', resetAt: null } },
    });
    // Its alert names no channel to who is told of it.
    expect(JSON.stringify(bodies)).not.toContain('notificationChannelIds');
    const mails = (await log(second.id)).map(({ event, recipient }) => `${String(event)} ${String(recipient)}`);
    expect(mails.toSorted()).toEqual([
      'alert.raised a@example.com',
      'alert.raised b@example.com',
      'alert.reset a@example.com',
      'alert.reset b@example.com',
    ]);
    expect(await log(off.id)).toEqual([]);
  });

  it('are told in the transaction that raises: nothing is queued where that fails', async () => {
    const { id: channelId } = await channel();
    const { database, notifications } = world.cairn.services;
    const notice = {
      event: 'alert.raised' as const,
      data: {},
      mail: { subject: 'Alert', text: '' },
    };
    await database
      .transaction(async (tx) => {
        await notifications.queue(tx, [channelId], notice, new Date());
        tx.rollback();
      })
      .catch(() => undefined);
    expect(await log(channelId)).toEqual([]);
    await notifications.queue(database, [channelId, 999_999], notice, new Date());
    expect(await log(channelId)).toHaveLength(1);
  });

  it('must be there: an unknown one is refused at its field', async () => {
    const { id: channelId } = await channel();
    const known = failedCondition({ notificationChannelIds: [channelId, channelId] });
    const unknown = failedCondition({ notificationChannelIds: [channelId, 999_999] });
    const refused = await world.admin.post('/cloudmonitor', http({ conditions: [known, unknown] }));
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { '/conditions/1/notificationChannelIds': 'A chosen channel is no longer there.' } },
    });
    const id = await add({ conditions: [known] });
    expect((await read(id)).conditions).toMatchObject([{ notificationChannelIds: [channelId] }]);
    expect((await world.admin.get(`/notificationchannel/${channelId}/condition`)).body).toMatchObject({
      total: 1,
      items: [{ conditionName: 'Website is down', monitorId: id, monitorName: 'Website', clientName: 'Acme' }],
    });
    const counted = async (each: number) => (await world.admin.get(`/notificationchannel/${each}`)).body.conditionCount;
    expect(await counted(channelId)).toBe(1);
    expect(await counted((await channel()).id)).toBe(0);

    await world.admin.delete(`/notificationchannel/${channelId}`);
    expect((await read(id)).conditions).toMatchObject([{ notificationChannelIds: [] }]);
  });

  it('keep in their log the name of a monitor that is deleted', async () => {
    const { id: channelId } = await channel();
    const id = await raised([channelId], 'Gone soon');
    await world.admin.delete(`/cloudmonitor/${id}`);
    expect(await log(channelId)).toMatchObject([
      { event: 'alert.ended', monitorId: null, monitorName: 'Gone soon' },
      { event: 'alert.raised', monitorId: null, monitorName: 'Gone soon' },
    ]);
  });

  it('are not told again while the alert stands', async () => {
    const { id: channelId } = await channel();
    const id = await raised([channelId], 'Once');
    world.status = 500;
    await world.runAgain(id);
    world.status = 200;
    expect(await log(channelId)).toHaveLength(1);
  });
});
