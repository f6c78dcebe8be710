import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { UserActor } from '../access/actor.ts';
import { listAlerts } from './alerts/read-alerts.ts';
import { techniciansOf } from './alerts/technicians.ts';
import { listMonitors, seenMonitor } from './read-monitors.ts';
import { failedCondition, monitorWorld, until } from '#tests/server/monitor-world.ts';

const world = monitorWorld();
const { add, read, runAgain } = world;

describe('who may see and do what', () => {
  const technician = (...grants: [UserActor['grants'][number]['permission'], number | null][]): UserActor => ({
    kind: 'user',
    userId: 0,
    email: 'tom@example.com',
    name: 'Tom',
    sysadmin: false,
    grants: grants.map(([permission, entityId]) => ({ permission, entityId })),
  });

  it('finds nothing without signing in', async () => {
    const stranger = world.cairn.visitor();
    for (const path of ['/cloudmonitor', '/cloudmonitor/1', '/cloudmonitor/1/results', '/alert'])
      expect((await stranger.get(path)).status).toBe(401);
  });

  it('shows the monitors and alerts of the organizations that somebody sees, and of no other', async () => {
    world.status = 500;
    const id = await add({ monitorName: 'Secret', conditions: [failedCondition()] });
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    world.status = 200;
    const { services } = world.cairn;
    const { database } = services;
    const list = (actor: UserActor) => listMonitors({ db: database, actor, services }, {});
    const here = technician(['ORGANIZATION:View', world.place.clientId], ['NODE:View', world.place.clientId]);
    const others = [
      technician(['ORGANIZATION:View', 999], ['NODE:View', null]),
      technician(['NODE:View', world.place.clientId]),
      technician(['ORGANIZATION:View', null]),
    ];
    expect((await list(here)).items.map((each) => each.id)).toContain(id);
    expect((await listAlerts(database, here, { monitorId: id })).total).toBe(1);
    await expect(seenMonitor(database, here, id)).resolves.toMatchObject({ name: 'Secret' });
    for (const actor of others) {
      expect(await list(actor)).toEqual({ items: [], total: 0 });
      expect((await listAlerts(database, actor, {})).total).toBe(0);
      await expect(seenMonitor(database, actor, id)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('tells of an alert whoever may see it, and nobody else', async () => {
    expect(
      (await techniciansOf(world.cairn.services.database, world.place.clientId)).map(({ email }) => email),
    ).toEqual(['ada@example.com']);
    const user = (email: string, enabled: boolean, mail: boolean, type = 'TECHNICIAN') => sql`
      insert into app_user (email, first_name, last_name, password_hash, enabled, user_type, content)
      values (${email}, 'T', 'T', 'x', ${enabled}, ${type}, ${JSON.stringify({ permissions: { ticketCrud: [] }, runOnlyScriptCategories: [], notification: { email: mail } })}::jsonb) returning id`;
    const grant = async (email: string, entity: number | null, enabled = true, mail = true, type = 'TECHNICIAN') => {
      const { rows } = await world.cairn.services.database.execute<{ id: number }>(user(email, enabled, mail, type));
      for (const permission of ['ORGANIZATION:View', 'NODE:View']) {
        await world.cairn.services.database.execute(
          sql`insert into user_grant (user_id, permission, entity_id) values (${rows[0]?.id}, ${permission}, ${entity})`,
        );
      }
    };
    await grant('everywhere@example.com', null);
    await grant('here@example.com', world.place.clientId);
    await grant('elsewhere@example.com', 999);
    await grant('disabled@example.com', null, false);
    await grant('quiet@example.com', null, true, false);
    await grant('customer@example.com', null, true, true, 'END_USER');
    expect(
      (await techniciansOf(world.cairn.services.database, world.place.clientId)).map(({ email }) => email),
    ).toEqual(['ada@example.com', 'everywhere@example.com', 'here@example.com']);
  });
});

describe('the list', () => {
  it('filters by text, organization and status, and draws the latest results', async () => {
    const id = await add({ monitorName: 'Findable 100% _' });
    await until(
      () => read(id),
      (each) => each.lastResult !== null,
    );
    await runAgain(id);
    const found = (await world.admin.get(`/cloudmonitor?search=${encodeURIComponent('100% _')}`)).body;
    expect(found).toMatchObject({ total: 1, items: [{ id, status: 'up' }] });
    expect(found.items?.[0]?.beats).toMatchObject({
      states: 'uu',
      responseTimes: [expect.any(Number), expect.any(Number)],
    });
    expect(
      (await world.admin.get(`/cloudmonitor?status=paused&search=${encodeURIComponent('100% _')}`)).body.total,
    ).toBe(0);
    expect((await world.admin.get('/cloudmonitor?clientId=999999')).body).toEqual({ items: [], total: 0 });
  });

  it('sends the last 30 checks, with those of maintenance marked (B: heartbeat)', async () => {
    const id = await add({ monitorName: 'Beating' });
    await world.checked(id);
    await world.cairn.services.database.execute(sql`
      insert into monitor_result (monitor_id, at, ok, response_time)
      select ${id}, now() - make_interval(mins => n), n % 4 <> 0, case when n % 4 <> 0 then n end from generate_series(1, 40) n`);
    await world.cairn.services.database.execute(sql`
      insert into maintenance_window (node_id, starts_at, ends_at, options, reason_message, set_by, set_at)
      values (${id}, now() - interval '5 minutes 30 seconds', now() - interval '2 minutes 30 seconds',
        '{"alerts":true,"notificationChannels":true}', '', 'Ada', now())`);
    const { body } = await world.admin.get('/cloudmonitor?search=Beating');
    const beats: unknown = body.items?.[0]?.beats;
    const { at, states, responseTimes } = beats as {
      at: number[];
      states: string;
      responseTimes: (number | null)[];
    };
    expect([at.length, states.length, responseTimes.length]).toEqual([30, 30, 30]);
    expect(at).toEqual(at.toSorted((left, right) => left - right));
    // Five, four and three minutes ago there was maintenance; four minutes ago the check failed.
    expect(states.slice(-7)).toBe('uUDUuuu');
    expect(responseTimes.slice(-7, -1)).toEqual([6, 5, null, 3, 2, 1]);
  });

  it('refuses an instant that no calendar has, and answers an empty span', async () => {
    const id = await add();
    expect((await world.admin.get(`/cloudmonitor/${id}/results?from=2016-12-31T23:59:60Z`)).status).toBe(400);
    const empty = await world.admin.get(
      `/cloudmonitor/${id}/results?from=2030-01-01T00:00:00Z&to=2020-01-01T00:00:00Z`,
    );
    expect([empty.status, empty.body.points, empty.body.availability]).toEqual([200, [], null]);
    expect(
      (await world.admin.get(`/cloudmonitor/${id}/results?from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z`)).status,
    ).toBe(200);
  });
});
