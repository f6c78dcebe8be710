import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';
import type { Json } from '#tests/server/visitor.ts';
import { continueRecurring } from './recurring.ts';

const world = monitorWorld();
const { add, read } = world;
const weekly = { repeats: 'WEEKLY', daysOfWeek: ['MON', 'THU'], runAtHour: 2, runAtMinute: 30 };
const options = { notifications: true, alerts: true, notificationChannels: true };

const set = (ids: number[], schedule: object, more: object = {}) =>
  world.admin.post('/maintenance', {
    schedule: { startTime: null, endTime: null, ...schedule },
    options,
    monitorIds: ids,
    ...more,
  });
const recurring = (ids: number[], repeat: object = weekly, more: object = {}) =>
  set(ids, { minutes: 60, repeat }, more);
const paused = (monitorName: string) => add({ monitorName, enabled: false });
const database = () => world.cairn.services.database;
const windows = async (id: number) =>
  (
    await database().execute<{ from: Date; until: Date }>(
      sql`select starts_at as from, ends_at as until from maintenance_window where node_id = ${id} order by starts_at`,
    )
  ).rows.map(({ from, until }) => [new Date(from).getTime(), new Date(until).getTime()]);
const startOf = (monitor: Json) => new Date(Number(monitor['maintenance']?.['startTime']) * 1000);
const zoneIs = (timeZoneId: string) =>
  world.admin.put(`/client/${world.place.clientId}`, {
    name: 'Acme',
    timeZoneId,
    locations: [{ id: world.place.locationId, name: 'Main office' }],
  });

describe('recurring maintenance', () => {
  it('has its next window at once, by the clock of the organization (A10)', async () => {
    expect((await zoneIs('Asia/Tokyo')).status).toBe(200);
    const id = await paused('Weekly');
    expect((await recurring([id])).status).toBe(204);
    const monitor = await read(id);
    expect(monitor['maintenance']).toMatchObject({ repeat: { ...weekly, timeZone: 'Asia/Tokyo' } });
    const start = startOf(monitor);
    expect(start.toISOString().slice(11, 16)).toBe('17:30');
    // Monday and Thursday in Tokyo are Sunday and Wednesday in UTC at that hour.
    expect([0, 3]).toContain(start.getUTCDay());
    expect(Number(monitor['maintenance']?.['endTime']) - Number(monitor['maintenance']?.['startTime'])).toBe(3600);
    await zoneIs('_Division');
  });

  it('stores the window that follows one that is over, and one only (A10)', async () => {
    const id = await paused('Next');
    await recurring([id]);
    const [first] = await windows(id);
    const after = new Date((first?.[1] ?? 0) + 1000);
    const both = await Promise.all([
      database().transaction((tx) => continueRecurring(tx, after)),
      database().transaction((tx) => continueRecurring(tx, after)),
    ]);
    expect(both.flat().filter((each) => each === id)).toEqual([id]);
    const all = await windows(id);
    expect(all).toHaveLength(2);
    expect(all[1]?.[0]).toBeGreaterThan(first?.[1] ?? 0);
    await database().transaction((tx) => continueRecurring(tx, after));
    expect(await windows(id)).toHaveLength(2);
  });

  it('stores one window although several servers look at the same moment (A10)', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, (_, nr) => paused(`Raced ${nr}`)));
    await recurring(ids);
    for (let round = 0; round < 40; round++) {
      const ends = (await windows(ids[0] ?? 0)).map(([, until]) => until ?? 0);
      const after = new Date(Math.max(...ends) + 1000);
      const said = await Promise.all(
        Array.from({ length: 6 }, async (_, nr) => {
          await setTimeout(nr / 2);
          return database().transaction((tx) => continueRecurring(tx, after, ids));
        }),
      );
      expect(said.flat().toSorted()).toEqual(ids.toSorted());
    }
  });

  it('ends when it is disabled, and when another takes its place (A10)', async () => {
    const [id, other] = [await paused('Disabled'), await paused('Replaced')];
    await recurring([id, other]);
    await world.admin.post('/maintenance/schedules/deleteList', { monitorIds: [id] });
    expect((await set([other], {}, { override: false })).body.errorCode).toBe('already_in_maintenance');
    expect((await set([other], { minutes: 60 })).status).toBe(204);
    const rules = await database().execute(
      sql`select 1 from maintenance_recurrence where node_id in (${id}, ${other})`,
    );
    expect(rules.rows).toEqual([]);
    expect((await read(id))['maintenance']).toBeNull();
    expect((await read(other))['maintenance']).toMatchObject({ repeat: null });
  });

  it.each([
    [{ minutes: 60, repeat: { ...weekly, daysOfWeek: [] } }, '/schedule/repeat/daysOfWeek'],
    [{ minutes: 4, repeat: weekly }, '/schedule/minutes'],
    [{ minutes: 1441, repeat: weekly }, '/schedule/minutes'],
    [{ repeat: weekly }, '/schedule/minutes'],
    [{ minutes: 60, repeat: { ...weekly, repeats: 'MONTHLY' } }, '/schedule/repeat/dayOfMonth'],
    [{ minutes: 60, repeat: { ...weekly, runAtHour: 24 } }, '/schedule/repeat/runAtHour'],
  ])('refuses %j at %s', async (schedule, pointer) => {
    const { status, body } = await set([await paused('Refused')], schedule);
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toContain(pointer);
  });
});

it('ends a maintenance so many minutes after it began (A10)', async () => {
  const id = await paused('Four hours');
  expect((await set([id], { minutes: 240 })).status).toBe(204);
  const { startTime, endTime } = (await read(id))['maintenance'] ?? {};
  expect(Number(endTime) - Number(startTime)).toBe(14_400);
});
