import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { failedCondition, monitorWorld, until, lastAt } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';
import { createAlertNotices } from './alert-notices.ts';
import { followUpDue } from './follow-up.ts';

const world = monitorWorld();
const { add, read } = world;
const minute = 60_000;

let count = 0;
async function channel(rules: object = {}): Promise<number> {
  const name = `Channel ${(count += 1)}`;
  const recipients = [{ email: 'desk@example.com' }];
  const { body } = await world.admin.post('/notificationchannel', { name, channelType: 'EMAIL', recipients, ...rules });
  return Number(body.channel?.id);
}
const execute = (query: ReturnType<typeof sql>) => world.cairn.services.database.execute(query);
const heard = async (id: number) =>
  ((await world.admin.get(`/notificationchannel/${id}/delivery`)).body.items as unknown as Json[])
    .map(({ event }) => String(event))
    .toReversed();
const alertOf = async (id: number) => (await world.admin.get(`/alert?monitorId=${id}`)).body.items?.[0];
const enable = (id: number, enabled: boolean) => world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled });

/** Two servers look for what is due so many minutes from now. */
async function after(minutes: number): Promise<number> {
  const { database, live, settings, ...services } = world.cairn.services;
  const notices = createAlertNotices({ ...services, publicUrl: settings.publicUrl });
  const now = new Date(Date.now() + minutes * minute);
  const done = await Promise.all([
    followUpDue(database, notices, live, now),
    followUpDue(database, notices, live, now),
  ]);
  return done[0] + done[1];
}

/** A monitor whose alert has been told to a channel that repeats after 10 minutes and escalates to another after 15. */
async function raised(monitorName: string): Promise<{ id: number; first: number; second: number; alert: number }> {
  const second = await channel();
  const first = await channel({ repeatMinutes: 10, escalateMinutes: 15, escalateChannelId: second });
  world.status = 500;
  const id = await add({ monitorName, conditions: [failedCondition({ notificationChannelIds: [first] })] });
  await until(
    () => read(id),
    (each) => Number(each.openAlertCount) === 1,
  );
  world.status = 200;
  return { id, first, second, alert: Number((await alertOf(id))?.id) };
}

describe('an alert that nobody acknowledges', () => {
  it('is repeated and escalated once each, survives a pause with its note, and is reset by a check (A3)', async () => {
    const { id, first, second, alert } = await raised('Shop API');
    expect(await after(9)).toBe(0);
    expect(await after(11)).toBe(1);
    expect(await after(16)).toBe(1);
    expect(await heard(first)).toEqual(['alert.raised', 'alert.repeated']);
    expect(await heard(second)).toEqual(['alert.escalated']);

    await enable(id, false);
    expect(await after(40)).toBe(0);
    world.status = 500;
    const before = lastAt(await read(id));
    await enable(id, true);
    // The check that follows must be in: its failure would count from its end.
    await until(
      () => read(id),
      (monitor) => String(monitor.status) === 'down' && lastAt(monitor) !== before,
    );
    expect(await alertOf(id)).toMatchObject({ id: alert, resetAt: null });
    expect(await after(40)).toBe(1);

    await world.admin.put(`/alert/${alert}/acknowledgement`, { note: 'Provider called' });
    expect(await after(120)).toBe(0);
    world.status = 200;
    await execute(
      sql`update monitor_condition set last_failure_at = last_failure_at - interval '2 minutes' where monitor_id = ${id}`,
    );
    await world.runAgain(id);
    await until(
      () => alertOf(id),
      (each) => each?.resetAt !== null,
    );
    expect(await alertOf(id)).toMatchObject({ id: alert, endReason: null, acknowledged: { note: 'Provider called' } });
    expect((await heard(first)).at(-1)).toBe('alert.reset');
    expect(await heard(second)).toEqual(['alert.escalated', 'alert.reset']);
    const { rows } = await execute(sql`select kind from alert_event where alert_id = ${alert} order by id`);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'REPEATED',
      'ESCALATED',
      'PAUSED',
      'RESUMED',
      'REPEATED',
      'ACKNOWLEDGED',
    ]);
  });

  it('waits while maintenance keeps its channels quiet', async () => {
    const { id } = await raised('Quiet');
    await execute(sql`
      insert into maintenance_window (node_id, starts_at, options, reason_message, set_by, set_at)
      values (${id}, now(), '{"alerts": false, "notificationChannels": true}', '', 'Ada', now())`);
    expect(await after(60)).toBe(0);
    await execute(sql`update maintenance_window set ends_at = now() where node_id = ${id}`);
    expect(await after(60)).toBe(2);
  });

  it('waits its whole time again once the acknowledgement is taken back (A3)', async () => {
    const { alert } = await raised('Given back');
    await execute(sql`update alert_follow_up set due_at = now() - interval '1 minute' where alert_id = ${alert}`);
    await world.admin.put(`/alert/${alert}/acknowledgement`, {});
    expect(await after(0)).toBe(0);
    await world.admin.delete(`/alert/${alert}/acknowledgement`);
    expect(await after(9)).toBe(0);
    expect(await after(11)).toBe(1);
    expect(await after(16)).toBe(1);
  });

  it('is followed up whole by one of two servers', async () => {
    const { alert, first } = await raised('Two servers');
    // Due later than now: the server of this world has its own job for what is due.
    const due = sql`update alert_follow_up set due_at = now() + interval '5 minutes' where alert_id = ${alert} and channel_id = ${first}`;
    for (let round = 0; round < 200; round += 1) {
      await execute(due);
      expect(await after(6)).toBe(2);
    }
  });
});
