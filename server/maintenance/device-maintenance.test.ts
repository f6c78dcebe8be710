// Maintenance of devices: who may set it, what each class stores, what it suppresses and what it tells of that.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualDeviceAlerts } from '#api/contract/device-alerts.ts';
import { addPerson, channelBody } from '#tests/contract/site.ts';
import { farHour } from '#tests/server/far-hour.ts';
import { startSite, until } from '#tests/server/agent-rig.ts';
import { openPage } from '#tests/server/open-page.ts';
import type { Json } from '#tests/server/visitor.ts';
import { describeRule } from '../device-alerts/rules.ts';
import { watchDevices } from '../device-alerts/watch-devices.ts';
import { createAlertNotices } from '../monitors/alerts/alert-notices.ts';
import { createAlerts } from '../monitors/alerts/alerts.ts';

const minute = 60_000;
let site: Awaited<ReturnType<typeof startSite>>;
let id: number;
let start: number;
beforeAll(async () => {
  site = await startSite();
  await site.server.services.jobs.stop();
});
beforeEach(async () => {
  await execute(sql`delete from node`);
  await execute(sql`delete from device_watch`);
  await execute(sql`delete from notification_channel`);
  start = Math.floor(Date.now() / minute) * minute;
  ({ nodeId: id } = await site.enrolled());
  await isOnline();
});

const execute = (query: ReturnType<typeof sql>) => site.server.services.database.execute(query);
const at = (minutes: number) => new Date(start + minutes * minute);
function look(minutes: number): Promise<void> {
  const { database, live, settings, mailer, webhooks, notifications } = site.server.services;
  const notices = createAlertNotices({ mailer, webhooks, notifications, publicUrl: settings.publicUrl });
  return watchDevices(database, createAlerts({ live, notices, describe: describeRule }), at(minutes));
}
async function looks(from: number, to: number): Promise<void> {
  for (let minutes = from; minutes <= to; minutes += 1) await look(minutes);
}
const isOffline = () =>
  execute(sql`
    with n as (update node set is_up = false, is_down = true where id = ${id})
    update agent set last_seen_at = ${at(1).toISOString()} where node_id = ${id}`);
const isOnline = () =>
  execute(sql`
    with n as (update node set is_up = true, is_down = false where id = ${id})
    update agent set last_seen_at = ${at(10_000).toISOString()} where node_id = ${id}`);
const states = async () =>
  ((await site.admin.get('/alert?sort=raised')).body.items as unknown as Json[]).map(
    ({ conditionName, resetAt }) => `${conditionName} ${resetAt ? 'over' : 'open'}`,
  );
const never = { startTime: null, endTime: null };
const everything = { alerts: true, patching: true, avScans: true, tasks: true, notificationChannels: true };
const set = (more: Record<string, unknown> = {}, who = site.admin) =>
  who.post('/maintenance', { schedule: never, options: everything, deviceIds: [id], ...more });
const end = (deviceIds = [id], who = site.admin) => who.post('/maintenance/schedules/deleteList', { deviceIds });
const shown = async () => (await site.admin.get(`/device/${id}`)).body['maintenance'];
const listed = async () => (await site.admin.get(`/device/${id}/maintenance`)).body.items as unknown as Json[];
const suppressed = async () =>
  ((await listed())[0]?.['suppressed'] as unknown as { items: Json[] } | undefined)?.items ?? [];
const become = (nodeClass: string) => execute(sql`update node set node_class = ${nodeClass} where id = ${id}`);
const sentEvents = async () => {
  const { rows } = await execute(sql`select event from notification_delivery order by id`);
  return rows.map(({ event }) => event);
};

describe('devices', () => {
  it('are put into maintenance and out of it, and told so on the page and in the list (F09-01, F09-06, F09-29, F09-30)', async () => {
    const page = await openPage(site.server, site.admin);
    const reply = await set({ schedule: { ...never, endTime: 4_000_000_000 }, reasonMessage: ' New disks ' });
    expect([reply.status, reply.body]).toEqual([204, {}]);
    expect(await shown()).toMatchObject({ endTime: 4_000_000_000, reasonMessage: 'New disks', setBy: 'Ada Byron' });
    const { items } = (await site.admin.get('/device')).body;
    expect((items as unknown as Json[])[0]?.['maintenance']).toMatchObject({ reasonMessage: 'New disks' });
    await until(() =>
      expect(page.messages.map(({ topic, ids }) => `${topic} ${ids.join()}`)).toContain(`maintenance ${id}`),
    );
    page.close();
    const ended = await end();
    expect([ended.status, ended.body]).toEqual([204, {}]);
    expect(await shown()).toBeNull();
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ['WINDOWS_SERVER', everything, []],
    ['WINDOWS_WORKSTATION', everything, []],
    ['LINUX_SERVER', { ...everything, avScans: false }, ['avScans']],
    ['MAC', { ...everything, avScans: false }, ['avScans']],
    ['NMS_SWITCH', { alerts: true, notificationChannels: true }, ['patching', 'avScans', 'tasks']],
    ['VMWARE_VM_HOST', { alerts: true, notificationChannels: true }, ['patching', 'avScans', 'tasks']],
    ['HYPERV_VMM_GUEST', { alerts: true, notificationChannels: true }, ['patching', 'avScans', 'tasks']],
    ['APPLE_IOS', {}, ['alerts', 'patching', 'avScans', 'tasks', 'notificationChannels']],
  ])(
    'of the class %s store what it can suppress, and name the rest (F09-05, F09-06, F09-21, F09-22, F09-23, F09-24)',
    async (nodeClass, options, disabled) => {
      await become(nodeClass);
      expect((await set()).status).toBe(204);
      const nothing = { alerts: false, patching: false, avScans: false, tasks: false, notificationChannels: false };
      expect(await shown()).toMatchObject({
        options: { notifications: true, ...nothing, ...options },
        disabledOptions: ['notifications', ...disabled],
      });
    },
  );

  it('have windows of their class each, in one call, also where it recurs', async () => {
    const { nodeId: other } = await site.enrolled();
    await become('WINDOWS_SERVER');
    const repeat = { repeats: 'WEEKLY', daysOfWeek: ['MON'], runAtHour: farHour, runAtMinute: 0 };
    expect((await set({ deviceIds: [id, other], schedule: { ...never, minutes: 60, repeat } })).status).toBe(204);
    expect(await shown()).toMatchObject({ options: { avScans: true }, repeat: { repeats: 'WEEKLY' } });
    const { body } = await site.admin.get(`/device/${other}`);
    expect(body['maintenance']).toMatchObject({ options: { avScans: false, tasks: true } });
  });

  it('are not replaced without a confirmation (F09-11)', async () => {
    await set({ reasonMessage: 'First' });
    const { nodeId: other } = await site.enrolled();
    expect((await set({ override: false })).body).toMatchObject({
      errorCode: 'already_in_maintenance',
      errorMessage: expect.stringContaining('is in maintenance already'),
    });
    await set({ deviceIds: [other] });
    const both = { deviceIds: [id, other], override: false };
    expect((await set(both)).body['errorMessage']).toContain('2 of 2 devices are in maintenance already');
    expect(await shown()).toMatchObject({ reasonMessage: 'First' });
    expect((await set({ ...both, override: true, reasonMessage: 'Second' })).status).toBe(204);
    expect(await shown()).toMatchObject({ reasonMessage: 'Second' });
  });

  it('are refused to who may not change them, may not set maintenance, or does not see them, and then none is changed', async () => {
    const { nodeId: other } = await site.enrolled();
    const person = await addPerson(site.server, site.admin, 'Keeper');
    const here = (...permissions: string[]) =>
      person.may(permissions.map((permission) => ({ permission, entityId: site.place.clientId })));
    const editor = { permission: 'SYSTEM:MaintenanceMode.Editor.Access', entityId: -1 };
    await here('ORGANIZATION:View', 'NODE:View', 'NODE:Update');
    expect((await set({}, person.who)).status).toBe(403);
    expect((await end([id], person.who)).status).toBe(403);
    await person.may([
      editor,
      ...['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: site.place.clientId })),
    ]);
    expect((await set({}, person.who)).status).toBe(403);
    const elsewhere = Number(site.place.clientId) + 1000;
    await person.may([
      editor,
      ...['ORGANIZATION:View', 'NODE:View', 'NODE:Update'].map((permission) => ({ permission, entityId: elsewhere })),
    ]);
    expect((await set({}, person.who)).status).toBe(404);
    expect((await person.who.get(`/device/${id}/maintenance`)).status).toBe(404);
    expect((await set({ deviceIds: [other, 999_999] })).status).toBe(404);
    expect(await shown()).toBeNull();
  });

  it('and monitors are not mixed, and a monitor is no device', async () => {
    const fields = { '/deviceIds': 'Give deviceIds or monitorIds' };
    expect((await set({ monitorIds: [1] })).body['fields']).toEqual(fields);
    expect((await site.admin.post('/maintenance', { schedule: never, options: {} })).body['fields']).toEqual(fields);
    expect((await set({ deviceIds: [] })).body['fields']).toMatchObject({ '/deviceIds': expect.any(String) });
    await execute(sql`update node set node_type = 'CLOUD_MONITOR_TARGET' where id = ${id}`);
    expect((await set()).status).toBe(404);
  });
});

describe('a device in maintenance', () => {
  const brief = { ...usualDeviceAlerts, offlineMinutes: 5 };
  beforeEach(async () => {
    const { body } = await site.admin.post('/notificationchannel', channelBody('Desk'));
    await site.admin.put('/division/device-alerts', { ...brief, notificationChannelIds: [Number(body.channel?.id)] });
    await look(0);
  });

  it('raises no alert, lists it once as suppressed, and raises it when the window is over', async () => {
    await set();
    await isOffline();
    await looks(1, 9);
    expect(await states()).toEqual([]);
    expect(await suppressed()).toEqual([
      {
        kind: 'ALERT',
        news: null,
        at: at(6).toISOString(),
        conditionName: 'Offline',
        message: 'No connection for 5 minutes.',
      },
    ]);
    await end();
    await look(10);
    expect(await states()).toEqual(['Offline open']);
    expect(await sentEvents()).toEqual(['alert.raised']);
  });

  it('raises nothing afterwards when it came back meanwhile', async () => {
    await set();
    await isOffline();
    await looks(1, 8);
    await isOnline();
    await look(9);
    await end();
    await looks(10, 12);
    expect(await states()).toEqual([]);
    expect(await suppressed()).toHaveLength(1);
  });

  it('shows alerts where only messages are suppressed, lists those, and sends them when it is over', async () => {
    await set({ options: { notificationChannels: true } });
    await isOffline();
    await looks(1, 7);
    expect(await states()).toEqual(['Offline open']);
    expect(await sentEvents()).toEqual([]);
    expect((await suppressed()).map(({ kind, news }) => `${kind} ${news}`).toSorted()).toEqual([
      'CHANNELS raised',
      'TECHNICIANS raised',
    ]);
    await end();
    await look(8);
    expect(await sentEvents()).toEqual(['alert.raised']);
    await look(9);
    expect(await sentEvents(), 'once').toEqual(['alert.raised']);
  });

  it('list the newest 50 of what a window suppressed, and note no more than 1,000', async () => {
    await set();
    const rows = async () => (await execute(sql`select id from maintenance_suppressed`)).rows.length;
    const note = (from: number, to: number) =>
      execute(sql`
        insert into maintenance_suppressed (window_id, kind, subject, at, condition_name, message)
        select w.id, 'ALERT', -n, ${at(-2000).toISOString()}::timestamptz + n * interval '1 minute', 'Flap ' || n, ''
        from maintenance_window w, generate_series(${from}::int, ${to}::int) n where w.node_id = ${id}`);
    await note(1, 999);
    await isOffline();
    await looks(1, 7);
    expect(await rows()).toBe(1000);
    const window = (await listed())[0]?.['suppressed'] as unknown as { items: Json[]; total: number };
    expect(window.total).toBe(1000);
    expect(window.items).toHaveLength(50);
    expect(window.items.slice(0, 3).map(({ conditionName }) => conditionName)).toEqual([
      'Offline',
      'Flap 999',
      'Flap 998',
    ]);
    // One row more, and the next alert is not noted.
    await execute(sql`delete from maintenance_suppressed where condition_name = 'Offline'`);
    await note(1000, 1000);
    await look(8);
    await look(9);
    expect(await rows()).toBe(1000);
  });

  it('keeps channels informed where only technicians are spared (F09-17)', async () => {
    await set({ options: {} });
    await isOffline();
    await looks(1, 7);
    expect(await sentEvents()).toEqual(['alert.raised']);
    expect((await suppressed()).map(({ kind }) => kind)).toEqual(['TECHNICIANS']);
  });

  it('sends nothing of an alert that was raised and reset within the window', async () => {
    await set({ options: { notificationChannels: true } });
    await isOffline();
    await looks(1, 7);
    await isOnline();
    await look(8);
    await end();
    await look(9);
    expect(await states()).toEqual(['Offline over']);
    expect(await sentEvents()).toEqual([]);
  });

  it('is one device: another raises its alerts', async () => {
    const { nodeId: other } = await site.enrolled();
    await set({ deviceIds: [other] });
    await isOffline();
    await looks(1, 7);
    expect(await states()).toContain('Offline open');
  });

  it('stays silent for a window that has not begun no longer than until then', async () => {
    await set({ schedule: { startTime: Math.floor(at(30).getTime() / 1000), endTime: null } });
    await isOffline();
    await looks(1, 7);
    expect(await states()).toEqual(['Offline open']);
  });
});
