import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { UserActor } from '../access/actor.ts';
import { changeMonitors } from './change-monitors.ts';
import { listMonitors, matchMonitors } from './read-monitors.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { add, read } = world;
const change = (act: string, ids: number[]) => world.admin.post('/cloudmonitor/bulk', { act, ids });
const idsOf = (value: unknown) => [...(value as number[])].sort((a, b) => a - b);

describe('what is done to several monitors', () => {
  it('pauses those that run, resets what they raised, and writes an audit row for each', async () => {
    world.status = 500;
    const [raised, quiet, paused] = [
      await add({ monitorName: 'Raised', conditions: [failedCondition()] }),
      await add({ monitorName: 'Quiet' }),
      await add({ monitorName: 'Paused', enabled: false }),
    ];
    await until(
      () => read(raised),
      (each) => Number(each.openAlertCount) === 1,
    );
    world.status = 200;
    const { status, body } = await change('PAUSE', [raised, quiet, paused, raised]);
    expect([status, idsOf(body.changed), body.refused]).toEqual([200, [raised, quiet], []]);
    expect(await read(raised)).toMatchObject({ status: 'paused', openAlertCount: 1 });
    expect((await read(raised)).conditions).toMatchObject([{ state: 'raised' }]);
    for (const id of [raised, quiet]) {
      const trail = (await world.admin.get(`/activity?entityType=CLOUD_MONITOR&entityId=${id}`)).body;
      expect(trail.items?.[0]).toMatchObject({ action: 'CLOUD_MONITOR_PAUSED' });
    }
    const untouched = (await world.admin.get(`/activity?entityType=CLOUD_MONITOR&entityId=${paused}`)).body;
    expect(untouched.total).toBe(1);
    expect((await world.admin.get('/activity/verify')).body.intact).toBe(true);
  });

  it('resumes them: they are checked again', async () => {
    const id = await add({ monitorName: 'Sleeper', enabled: false });
    expect((await change('RESUME', [id])).body.changed).toEqual([id]);
    expect(await world.checked(id)).toMatchObject({ status: 'up' });
  });

  it('deletes them with their history, and tells of those that are gone already', async () => {
    const [first, second] = [await add({ monitorName: 'First' }), await add({ monitorName: 'Second' })];
    await world.checked(first);
    expect((await change('DELETE', [first, second])).body).toMatchObject({ changed: [first, second], refused: [] });
    expect((await world.admin.get(`/cloudmonitor/${first}`)).status).toBe(404);
    const { rows } = await world.cairn.services.database.execute(
      sql`select 1 from monitor_result where monitor_id in (${first}, ${second})`,
    );
    expect(rows).toEqual([]);
    const again = await change('DELETE', [first]);
    expect([again.status, again.body]).toEqual([
      200,
      { resultCode: 'SUCCESS', changed: [], refused: [{ id: first, errorCode: 'not_found' }] },
    ]);
  });

  it('happens once, however often the same request comes', async () => {
    const id = await add({ monitorName: 'Once' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = () => world.admin.post('/cloudmonitor/bulk', { act: 'PAUSE', ids: [id] }, key);
    const [first, second] = [await send(), await send()];
    expect([first.body.changed, second.body]).toEqual([[id], first.body]);
  });

  it('refuses what the person may not change, and does not know what they may not see', async () => {
    const id = await add({ monitorName: 'Guarded' });
    const { body } = await world.admin.post('/client', { name: 'Other', locations: [{ name: 'Main office' }] });
    const foreign = await add({
      monitorName: 'Foreign',
      clientId: Number(body.client?.id),
      locationId: Number(body.client?.locations?.[0]?.id),
    });
    const { database } = world.cairn.services;
    const actor: UserActor = {
      kind: 'user',
      userId: 0,
      email: 'tom@example.com',
      name: 'Tom',
      sysadmin: false,
      grants: [
        { permission: 'ORGANIZATION:View', entityId: world.place.clientId },
        { permission: 'NODE:View', entityId: world.place.clientId },
      ],
    };
    const told: unknown[] = [];
    const context = {
      db: database,
      actor,
      now: new Date(),
      services: world.cairn.services,
      audit: async (entry: unknown) => void told.push(entry),
      announce: async () => undefined,
    };
    const reply = await changeMonitors(context as never, { act: 'PAUSE', ids: [id, foreign] });
    expect(reply).toEqual({
      resultCode: 'SUCCESS',
      changed: [],
      refused: [
        { id: foreign, errorCode: 'not_found' },
        { id, errorCode: 'forbidden' },
      ],
    });
    expect(told).toEqual([]);
    expect((await matchMonitors({ db: database, actor, services: world.cairn.services }, {})).running).not.toContain(
      foreign,
    );
  });

  it('takes at most 500 at once and only what it knows', async () => {
    expect(
      (
        await change(
          'PAUSE',
          Array.from({ length: 501 }, (_, index) => index + 1),
        )
      ).status,
    ).toBe(400);
    expect((await change('EXPLODE', [1])).status).toBe(400);
    expect((await change('PAUSE', [])).body).toMatchObject({ changed: [], refused: [] });
  });
});

describe('the monitors that match', () => {
  it('are those of the list, by search, organization, status and type', async () => {
    const { database } = world.cairn.services;
    const [web, ping] = [
      await add({ monitorName: 'Match web' }),
      await add({
        monitorName: 'Match ping',
        monitorType: 'PING',
        hostname: '127.0.0.1',
        enabled: false,
        httpHostname: undefined,
      }),
    ];
    const admin: UserActor = { kind: 'user', userId: 0, email: '', name: '', sysadmin: true, grants: [] };
    const asking = { db: database, actor: admin, services: world.cairn.services };
    const found = (query: Parameters<typeof matchMonitors>[1]) => matchMonitors(asking, query);
    expect(await found({ search: 'match' })).toEqual({ running: [web], paused: [ping] });
    expect(await found({ search: 'match', type: 'PING' })).toEqual({ running: [], paused: [ping] });
    expect(await found({ search: 'match', status: 'paused' })).toEqual({ running: [], paused: [ping] });
    expect(await found({ search: 'match', clientId: 999_999 })).toEqual({ running: [], paused: [] });
    expect((await listMonitors(asking, { search: 'match', type: 'HTTP' })).items.map(({ id }) => id)).toEqual([web]);
    const asked = await world.admin.get('/cloudmonitor/match?search=match&type=PING');
    expect([asked.status, asked.body]).toEqual([200, { running: [], paused: [ping] }]);
  });
});
