import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { failedCondition, lastAt, monitorWorld, until } from '#tests/server/monitor-world.ts';
import { signedInTechnician } from '#tests/server/technician.ts';
import type { Answer, Json } from '#tests/server/visitor.ts';
import { prune, rollUp } from '../monitors/results/rollup.ts';

const world = monitorWorld();
const { add, read, runAgain } = world;

const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
const never = { startTime: null, endTime: null };
const everything = { notifications: true, alerts: true, notificationChannels: true };

function set(ids: number[], more: Record<string, unknown> = {}, who = world.admin): Promise<Answer> {
  return who.post('/maintenance', { schedule: never, options: everything, monitorIds: ids, ...more });
}
/** Set, and the check that it asks for is in: one that comes later must not be taken for the next. */
async function begun(id: number, more: Record<string, unknown> = {}): Promise<void> {
  const before = lastAt(await read(id));
  await set([id], more);
  await until(
    () => read(id),
    (monitor) => lastAt(monitor) !== before,
  );
}
const end = (ids: number[], who = world.admin) => who.post('/maintenance/schedules/deleteList', { monitorIds: ids });
const rowsIn = ({ items }: Json) => items as unknown as Json[];
const history = async (id: number) => (await world.admin.get(`/cloudmonitor/${id}/maintenance`)).body;
/** Ends the window as its time does, while nobody is told. */
const timePasses = (id: number) =>
  world.cairn.services.database.execute(sql`update maintenance_window set ends_at = now() where node_id = ${id}`);
const mails = async (): Promise<string[]> => {
  const { rows } = await world.cairn.services.database.execute<{ subject: string }>(
    sql`select subject from mail_outbox order by id`,
  );
  return rows.map(({ subject }) => subject);
};
const alerts = async (id: number) => (await world.admin.get(`/alert?monitorId=${id}`)).body;

/** A checked monitor whose condition tells technicians. */
async function watched(monitorName: string, more: Record<string, unknown> = {}): Promise<number> {
  const id = await add({ monitorName, conditions: [failedCondition({ notificationAction: 'SEND', ...more })] });
  await world.checked(id);
  return id;
}
/** The website fails for one check. */
async function fails(id: number): Promise<void> {
  world.status = 500;
  await runAgain(id);
  world.status = 200;
}

describe('a monitor in maintenance', () => {
  it('is told so with its window, is checked on, and found by its filter (F09-04, F09-05)', async () => {
    const [id, other] = [await watched('Kept up'), await watched('Left alone')];
    const ends = minutes(60);
    const reply = await set([id], {
      schedule: { startTime: null, endTime: ends },
      // Those of devices are known and are nothing to a monitor.
      options: { notifications: true, alerts: true, patching: true, avScans: true, tasks: false },
      reasonMessage: ' New disks ',
    });
    expect([reply.status, reply.body]).toEqual([204, {}]);
    const before = await read(id);
    expect(before).toMatchObject({
      status: 'up',
      maintenance: {
        endTime: ends,
        options: { notifications: true, alerts: true, notificationChannels: false },
        reasonMessage: 'New disks',
        setBy: 'Ada Byron',
      },
    });
    expect(Math.abs(Number(before['maintenance']?.['startTime']) - minutes(0))).toBeLessThan(5);
    expect((await runAgain(id)).lastResult?.at).not.toBe(before.lastResult?.at);
    const listed = (await world.admin.get('/cloudmonitor?status=maintenance')).body;
    expect([listed.total, listed.items?.[0]?.monitorName]).toEqual([1, 'Kept up']);
    expect((await read(other))['maintenance']).toBeNull();
    expect((await end([id, other])).status).toBe(204);
    expect((await read(id))['maintenance']).toBeNull();
  });

  it('raises no alert; when its time is over and the condition still holds it raises then, with notification', async () => {
    const id = await watched('Rebuilt');
    const told = (await mails()).length;
    await begun(id);
    await fails(id);
    await fails(id);
    expect(await read(id)).toMatchObject({ status: 'down', openAlertCount: 0, conditions: [{ state: 'failing' }] });
    await timePasses(id);
    await fails(id);
    await until(
      () => alerts(id),
      ({ total }) => Number(total) === 1,
    );
    expect((await mails()).slice(told)).toEqual(['Alert: Rebuilt, Website is down']);
  });

  it('raises nothing afterwards where the condition holds no more', async () => {
    const id = await watched('Mended');
    await begun(id);
    await fails(id);
    await end([id]);
    await runAgain(id);
    expect((await alerts(id)).total).toBe(0);
  });

  it('shows alerts that are not suppressed, and tells technicians when it is over (F09-17)', async () => {
    const id = await watched('Shown');
    const told = (await mails()).length;
    await begun(id, { options: { notifications: true } });
    await fails(id);
    await until(
      () => alerts(id),
      ({ total }) => Number(total) === 1,
    );
    expect((await mails()).length).toBe(told);
    world.status = 500;
    await end([id]);
    await until(mails, (all) => all.length > told);
    world.status = 200;
    expect((await mails()).slice(told)).toEqual(['Alert: Shown, Website is down']);
  });

  it('tells nobody of what came and went, and of the reset of what was told before only when it is over', async () => {
    const id = await watched('Restarted');
    await fails(id);
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 1,
    );
    const told = (await mails()).length;
    const { database } = world.cairn.services;
    const longAgo = () =>
      database.execute(
        sql`update monitor_condition set last_failure_at = last_failure_at - interval '1 minute' where monitor_id = ${id}`,
      );
    await begun(id, { options: { notifications: true } });
    await longAgo();
    await runAgain(id);
    await until(
      () => read(id),
      (each) => Number(each.openAlertCount) === 0,
    );
    // Another comes and goes.
    await fails(id);
    await longAgo();
    await runAgain(id);
    await until(
      () => alerts(id),
      (all) => rowsIn(all).length === 2 && rowsIn(all).every(({ resetAt }) => resetAt !== null),
    );
    expect((await mails()).length).toBe(told);
    await end([id]);
    await until(mails, (all) => all.length > told);
    await runAgain(id);
    expect((await mails()).slice(told)).toEqual(['Reset: Restarted, Website is down']);
  });

  it('keeps its notification channels quiet, or lets them hear', async () => {
    const { body } = await world.admin.post('/notificationchannel', {
      name: 'Desk',
      channelType: 'EMAIL',
      recipients: [{ email: 'desk@example.com' }],
    });
    const channel = Number(body.channel?.id);
    const log = async () => (await world.admin.get(`/notificationchannel/${channel}/delivery`)).body;
    const id = await watched('Quiet', { notificationAction: 'NONE', notificationChannelIds: [channel] });
    await begun(id, { options: { notifications: true, notificationChannels: true } });
    await fails(id);
    await until(
      () => alerts(id),
      ({ total }) => Number(total) === 1,
    );
    expect((await log()).total).toBe(0);
    world.status = 500;
    await end([id]);
    await until(log, ({ total }) => Number(total) === 1);
    world.status = 200;
    const loud = await watched('Loud', { notificationAction: 'NONE', notificationChannelIds: [channel] });
    await begun(loud, { options: { notifications: true } });
    await fails(loud);
    await until(log, ({ total }) => Number(total) === 2);
  });

  it('stands as such on a public status page, and counts neither as up nor as down', async () => {
    const id = await watched('shop-01.internal');
    const made = await world.admin.post('/statuspage', {
      title: 'Our services',
      addressType: 'UNGUESSABLE',
      monitors: [{ monitorId: id, name: 'Web shop' }],
    });
    await begun(id);
    await fails(id);
    const slug = String((made.body['statusPage'] as Json).slug);
    const { body } = await world.cairn.visitor().get(`/status/${slug}`);
    expect(body).toMatchObject({
      state: 'maintenance',
      monitors: [{ name: 'Web shop', status: 'maintenance', since: null }],
      incidents: [],
    });
  });
});

describe('the public status page', () => {
  /** A page of its own each time: what a page shows is answered again for some seconds. */
  async function seen(id: number): Promise<Json> {
    const made = await world.admin.post('/statuspage', {
      title: 'Our services',
      addressType: 'UNGUESSABLE',
      monitors: [{ monitorId: id, name: 'Web shop' }],
    });
    return (await world.cairn.visitor().get(`/status/${String((made.body['statusPage'] as Json).slug)}`)).body;
  }

  it('keeps an incident open through a pause and maintenance (A4)', async () => {
    const id = await watched('Incident');
    await fails(id);
    const incident = (await seen(id)).incidents as unknown as Json[];
    expect(incident).toMatchObject([{ kind: 'outage', until: null }]);
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: false });
    expect((await seen(id)).incidents).toEqual(incident);
    world.status = 500;
    await world.admin.patch(`/cloudmonitor/${id}/enabled`, { enabled: true });
    await begun(id);
    expect(await seen(id)).toMatchObject({ state: 'maintenance', incidents: incident });
    world.status = 200;
  });

  it('leaves checks during maintenance out of the availability, which the plot shows (A4)', async () => {
    const id = await watched('Left out');
    world.status = 500;
    await begun(id);
    await runAgain(id);
    world.status = 200;
    expect((await seen(id)).monitors).toMatchObject([{ day: 1, quarter: 1 }]);
    const results = (await world.admin.get(`/cloudmonitor/${id}/results`)).body;
    expect(results['availability']).toBe(1);
    expect(results['points']).toHaveLength(3);
    const database = world.cairn.services.database;
    await database.execute(sql`
      update monitor_result set at = at - interval '30 minutes' where monitor_id = ${id}`);
    await rollUp(database, new Date());
    const { rows } = await database.execute(sql`
      select sum(checks)::int as checks, sum(up)::int as up, sum(maintenance_checks)::int as held, sum(maintenance_up)::int as "heldUp"
      from monitor_rollup where monitor_id = ${id} and resolution = 300`);
    expect(rows).toEqual([{ checks: 3, up: 1, held: 2, heldUp: 0 }]);
    expect((await seen(id)).monitors).toMatchObject([{ day: 1 }]);
  });
});

describe('the windows of a monitor', () => {
  it('are one at a time: another takes its place, what was under way stays as history, what was to come never was', async () => {
    const id = await add({ monitorName: 'Planned' });
    await set([id], { schedule: { startTime: minutes(60), endTime: null }, reasonMessage: 'To come' });
    await set([id], { reasonMessage: 'Now' });
    await set([id], { schedule: { startTime: null, endTime: minutes(30) }, reasonMessage: 'Shorter' });
    const { items, total } = await history(id);
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { reasonMessage: 'Shorter', endTime: expect.any(Number) },
      { reasonMessage: 'Now', endTime: expect.any(Number) },
    ]);
    await end([id]);
    expect((await history(id)).total).toBe(2);
  });

  it('are not replaced where that is to be asked first (F09-11)', async () => {
    const [one, two] = [await add({ monitorName: 'One' }), await add({ monitorName: 'Two' })];
    expect((await set([one, two], { override: false })).status).toBe(204);
    const alone = await set([one], { override: false });
    expect([alone.status, alone.body.errorCode, alone.body.errorMessage]).toEqual([
      409,
      'already_in_maintenance',
      '“One” is in maintenance already, or about to be. Its window would be replaced.',
    ]);
    const three = await add({ monitorName: 'Three' });
    expect((await set([one, two, three], { override: false })).body.errorMessage).toBe(
      '2 of 3 monitors are in maintenance already, or about to be. Their windows would be replaced.',
    );
    expect((await history(three)).total).toBe(0);
    expect((await set([one, two, three], { override: true })).status).toBe(204);
    expect((await history(three)).total).toBe(1);
  });

  it('are ended, those to come taken back, and those of others left alone', async () => {
    const [active, coming, none] = [
      await add({ monitorName: 'Active' }),
      await add({ monitorName: 'Coming' }),
      await add({ monitorName: 'None' }),
    ];
    await set([active]);
    await set([coming], { schedule: { startTime: minutes(60), endTime: minutes(90) } });
    const ended = await end([active, coming, none]);
    expect([ended.status, ended.body]).toEqual([204, {}]);
    expect([(await history(active)).total, (await history(coming)).total]).toEqual([1, 0]);
    const trail = async (id: number) =>
      rowsIn((await world.admin.get(`/activity?entityType=CLOUD_MONITOR&entityId=${id}`)).body).map(
        ({ action }) => action,
      );
    expect((await trail(active)).slice(0, 2)).toEqual(['MAINTENANCE_ENDED', 'MAINTENANCE_SET']);
    expect(await trail(none)).not.toContain('MAINTENANCE_ENDED');
    expect((await world.admin.get('/activity/verify')).body.intact).toBe(true);
  });

  it('happen once, however often the same request comes', async () => {
    const id = await add({ monitorName: 'Once' });
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = () =>
      world.admin.post('/maintenance', { schedule: never, options: everything, monitorIds: [id] }, key);
    expect([(await send()).status, (await send()).status]).toEqual([204, 204]);
    expect((await history(id)).total).toBe(1);
  });

  it('are kept as long as the history of the monitor', async () => {
    const id = await add({ monitorName: 'Old' });
    await set([id]);
    await end([id]);
    await prune(world.cairn.services.database, new Date());
    expect((await world.admin.get(`/cloudmonitor/${id}/maintenance`)).body.total).toBe(1);
    await prune(world.cairn.services.database, new Date(Date.now() + 397 * 24 * 3_600_000));
    expect((await history(id)).total).toBe(0);
  });
});

describe('what is refused', () => {
  it.each([
    [
      'a start in the past',
      { startTime: minutes(-1), endTime: null },
      '/schedule/startTime',
      'Date and time must be in the future',
    ],
    [
      'an end in the past',
      { startTime: null, endTime: minutes(-1) },
      '/schedule/endTime',
      'Date and time must be in the future',
    ],
    [
      'an end too soon',
      { startTime: null, endTime: minutes(4) },
      '/schedule/endTime',
      'Minimum of 5 minutes required after Start date',
    ],
    [
      'an end too soon after the start',
      { startTime: minutes(60), endTime: minutes(64) },
      '/schedule/endTime',
      'Minimum of 5 minutes required after Start date',
    ],
  ])('%s, in the words of the specification (F09-13, F09-14)', async (_, schedule, field, words) => {
    const id = await add({ monitorName: 'Refused' });
    const { status, body } = await set([id], { schedule });
    expect([status, body.fields]).toEqual([400, { [field]: words }]);
  });

  it('is a reason of more than 250 characters, notifications that are not suppressed, and no monitor (F09-16, F09-17)', async () => {
    const id = await add({ monitorName: 'Refused too' });
    const refused = async (ids: number[], more: Record<string, unknown>) =>
      Object.keys((await set(ids, more)).body.fields ?? {});
    expect(await refused([id], { reasonMessage: 'x'.repeat(251) })).toEqual(['/reasonMessage']);
    expect(await refused([id], { options: { notifications: false } })).toEqual(['/options/notifications']);
    expect(await refused([], {})).toEqual(['/monitorIds']);
    expect((await set([id], { reasonMessage: 'x'.repeat(250) })).status).toBe(204);
  });

  it('is who may not edit maintenance, or not these monitors, and nothing is done by halves', async () => {
    const id = await add({ monitorName: 'Guarded' });
    const { body } = await world.admin.post('/client', { name: 'Other', locations: [{ name: 'Main office' }] });
    const foreign = await add({
      monitorName: 'Foreign',
      clientId: Number(body.client?.id),
      locationId: Number(body.client?.locations?.[0]?.id),
    });
    const seeing = ['ORGANIZATION:View', 'NODE:View'];
    const person = (name: string, more: string[]) =>
      signedInTechnician(world.cairn, world.admin, name, [...seeing, ...more], world.place.clientId);
    const [editor, watcher, both] = [
      await person('Editor', ['NODE:Update']),
      await person('Watcher', ['SYSTEM:MaintenanceMode.Editor.Access']),
      await person('Both', ['NODE:Update', 'SYSTEM:MaintenanceMode.Editor.Access']),
    ];
    for (const who of [editor, watcher]) {
      expect((await set([id], {}, who)).status).toBe(403);
      expect((await end([id], who)).status).toBe(403);
    }
    expect((await set([id, foreign], {}, both)).status).toBe(404);
    expect((await history(id)).total).toBe(0);
    expect((await set([id], {}, both)).status).toBe(204);
    expect((await editor.get(`/cloudmonitor/${id}/maintenance`)).body.total).toBe(1);
    expect((await editor.get(`/cloudmonitor/${foreign}/maintenance`)).status).toBe(404);
  });
});
