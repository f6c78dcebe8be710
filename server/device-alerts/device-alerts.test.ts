// What raises and resets alerts of devices with an agent, and who hears of it.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualDeviceAlerts, type DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import { addPerson, channelBody } from '#tests/contract/site.ts';
import { startSite, until } from '#tests/server/agent-rig.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { openPage } from '#tests/server/open-page.ts';
import type { Json } from '#tests/server/visitor.ts';
import type { Database } from '../database/database.ts';
import { createAlertNotices } from '../monitors/alerts/alert-notices.ts';
import { createAlerts } from '../monitors/alerts/alerts.ts';
import { storeSamples } from '../performance/store-samples.ts';
import { describeRule } from './rules.ts';
import { watchDevices } from './watch-devices.ts';

const minute = 60_000;
let site: Awaited<ReturnType<typeof startSite>>;
let id: number;
/** The start of the minute at which each test begins. */
let start: number;
beforeAll(async () => {
  site = await startSite();
  // Looks happen at the minutes that a test says, and at no others.
  await site.server.services.jobs.stop();
});
beforeEach(async () => {
  await execute(sql`delete from node`);
  await execute(sql`delete from device_watch`);
  await execute(sql`delete from device_alerts`);
  start = Math.floor(Date.now() / minute) * minute;
  ({ nodeId: id } = await site.enrolled());
  await isOnline();
});

const execute = (query: ReturnType<typeof sql>) => site.server.services.database.execute(query);
function alertsOf(services = site.server.services) {
  const { live, settings, mailer, webhooks, notifications } = services;
  const notices = createAlertNotices({ mailer, webhooks, notifications, publicUrl: settings.publicUrl });
  return createAlerts({ live, notices, describe: describeRule });
}
const at = (minutes: number) => new Date(start + minutes * minute);
const look = (minutes: number, database: Database = site.server.services.database) =>
  watchDevices(database, alertsOf(), at(minutes));
async function looks(from: number, to: number): Promise<void> {
  for (let minutes = from; minutes <= to; minutes += 1) await look(minutes);
}
const isOffline = (seen: number) =>
  execute(sql`
    with n as (update node set is_up = false, is_down = true where id = ${id})
    update agent set last_seen_at = ${at(seen).toISOString()} where node_id = ${id}`);
/** And stays so, though it never connected. */
const isOnline = () =>
  execute(sql`
    with n as (update node set is_up = true, is_down = false where id = ${id})
    update agent set last_seen_at = ${at(10_000).toISOString()} where node_id = ${id}`);
const alerts = async () => (await site.admin.get('/alert?sort=raised')).body.items as unknown as Json[];
const states = async () =>
  (await alerts()).map(({ conditionName, resetAt }) => `${conditionName} ${resetAt ? 'over' : 'open'}`);
const save = (settings: Partial<DeviceAlertSettings>, who = site.admin) =>
  who.put('/division/device-alerts', { ...usualDeviceAlerts, ...settings });

interface Load {
  cpu?: number;
  memory?: number;
  volumes?: Record<string, number>;
}
/** A sample at each of these minutes. */
async function load({ cpu = 0.1, memory = 0.1, volumes = {} }: Load, from: number, to: number): Promise<void> {
  for (let minutes = from; minutes <= to; minutes += 1) {
    const sample = {
      at: at(minutes).toISOString(),
      cpu,
      memory,
      volumes: Object.entries(volumes).map(([mount, share]) => ({ mount, size: 1000, used: share * 1000 })),
    };
    await storeSamples(site.server.services.database, id, { sentAt: sample.at, samples: [sample] }, at(minutes));
  }
}

describe('a device that is offline', () => {
  it('raises one alert after its minutes, and resets it once it is online again', async () => {
    await looks(0, 1);
    await isOffline(1);
    await looks(2, 10);
    expect(await states()).toEqual([]);
    await looks(11, 14);
    expect(await alerts()).toMatchObject([
      {
        monitorId: id,
        ofDevice: true,
        conditionName: 'Offline',
        severity: 'CRITICAL',
        priority: 'HIGH',
        message: 'No connection for 10 minutes.',
        description: 'The device is offline for 10 minutes. Resets when it is online again.',
        paused: false,
        maintenance: false,
      },
    ]);
    expect(await states()).toEqual(['Offline open']);
    await isOnline();
    await look(15);
    expect(await states()).toEqual(['Offline over']);
  });

  it('is not raised for the time in which no server listened', async () => {
    await isOffline(-60);
    await looks(0, 9);
    expect(await states()).toEqual([]);
    // The server was down for half an hour.
    await looks(40, 49);
    expect(await states()).toEqual([]);
    await look(50);
    expect(await states()).toEqual(['Offline open']);
  });

  it('stands through a restart of the server', async () => {
    await looks(0, 0);
    await isOffline(0);
    await looks(1, 10);
    await looks(60, 61);
    expect(await states()).toEqual(['Offline open']);
    await isOnline();
    await look(62);
    expect(await states()).toEqual(['Offline over']);
  });

  it('raises nothing when it is a workstation, unless workstations are asked for', async () => {
    await execute(sql`update node set is_server = false where id = ${id}`);
    await looks(0, 0);
    await isOffline(0);
    await looks(1, 12);
    expect(await states()).toEqual([]);
    await save({ offlineDevices: 'ALL' });
    await look(13);
    expect(await states()).toEqual(['Offline open']);
  });

  it('raises nothing once it was erased', async () => {
    await looks(0, 0);
    await isOffline(0);
    await execute(sql`update node set details = '{"mdmStatus": "ERASED"}' where id = ${id}`);
    await looks(1, 12);
    expect(await states()).toEqual([]);
  });

  it('is left to the server that looks already', async () => {
    await looks(0, 0);
    await isOffline(0);
    await looks(1, 9);
    await site.server.services.database.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('cairn.device.alerts'))`);
      await look(10);
    });
    expect(await states()).toEqual([]);
    await look(10);
    expect(await states()).toEqual(['Offline open']);
  });

  it('is raised once by several servers that look at the same moment', async () => {
    const other = await startTestServer({ databaseUrl: site.server.databaseUrl });
    await other.services.jobs.stop();
    await looks(0, 0);
    await isOffline(0);
    await looks(1, 9);
    const hook = await site.admin.post('/webhook', {
      name: 'All',
      url: 'https://example.com/',
      events: ['alert.raised'],
    });
    await Promise.all([look(10), look(10, other.services.database), look(10)]);
    expect(await states()).toEqual(['Offline open']);
    const { rows } = await execute(
      sql`select count(*)::int as count from webhook_delivery where event = 'alert.raised'`,
    );
    expect(rows).toEqual([{ count: 1 }]);
    await site.admin.delete(`/webhook/${hook.body.webhook?.id}`);
    await other.close();
  });
});

describe('a device under load', () => {
  it('raises after its minutes above the share, and resets after five minutes below', async () => {
    await load({ cpu: 0.97 }, 0, 28);
    await looks(28, 28);
    expect(await states()).toEqual([]);
    await load({ cpu: 0.97 }, 29, 29);
    await looks(29, 30);
    expect(await alerts()).toMatchObject([
      { conditionName: 'CPU', resetAt: null, message: 'The CPU is 97 % busy, above 95 % for 30 minutes.' },
    ]);
    await load({ cpu: 0.5 }, 31, 40);
    await looks(31, 34);
    expect(await states()).toEqual(['CPU open']);
    await looks(35, 36);
    expect(await states()).toEqual(['CPU over']);
  });

  it('counts anew after one minute at the share', async () => {
    await save({ memoryMinutes: 5 });
    await load({ memory: 0.96 }, 0, 3);
    await load({ memory: 0.95 }, 4, 4);
    await load({ memory: 0.96 }, 5, 8);
    await looks(4, 8);
    expect(await states()).toEqual([]);
    await load({ memory: 0.96 }, 9, 9);
    await look(9);
    expect(await alerts()).toMatchObject([{ message: '96 % of the memory is in use, above 95 % for 5 minutes.' }]);
  });

  it('raises by a few samples less, not by a few samples alone', async () => {
    await save({ cpuMinutes: 10 });
    await load({ cpu: 1 }, 0, 0);
    await load({ cpu: 1 }, 4, 9);
    await look(9);
    expect(await states()).toEqual([]);
    await load({ cpu: 1 }, 3, 3);
    await look(9);
    expect(await states()).toEqual(['CPU open']);
  });

  it('stays as it stands while nobody knows its load', async () => {
    await save({ cpuMinutes: 5 });
    await load({ cpu: 1 }, 0, 5);
    await look(9);
    expect(await states()).toEqual([]);
    await look(6);
    expect(await states()).toEqual(['CPU open']);
    await looks(20, 30);
    expect(await states()).toEqual(['CPU open']);
  });

  it('names the volumes that are full, and no others', async () => {
    const volumes = { '/': 0.5, '/srv': 0.955, '/var': 0.91, '/edge': 0.9 };
    await load({ volumes }, 0, 15);
    await look(15);
    expect(await alerts()).toMatchObject([
      { conditionName: 'Disk space', message: 'Above 90 % full for 15 minutes: /srv (95.5 %), /var (91 %).' },
    ]);
    await load({ volumes: { ...volumes, '/srv': 0.2 } }, 16, 24);
    await looks(16, 24);
    expect(await states()).toEqual(['Disk space open']);
    await load({ volumes: { '/': 0.5 } }, 25, 40);
    await looks(25, 40);
    expect(await states()).toEqual(['Disk space over']);
  });
});

describe('an alert of a device', () => {
  async function raise(settings: Partial<DeviceAlertSettings> = {}): Promise<number> {
    await save({ offlineMinutes: 5, ...settings });
    await look(0);
    await isOffline(0);
    await looks(1, 5);
    const [alert] = await alerts();
    return Number(alert?.['id']);
  }

  it('is announced live, and delivered to channels and technicians when it is raised and reset', async () => {
    const { body } = await site.admin.post('/notificationchannel', channelBody('Desk'));
    const channelId = Number(body.channel?.id);
    const page = await openPage(site.server, site.admin);
    const alert = await raise({ notificationChannelIds: [channelId] });
    await until(() =>
      expect(page.messages.map(({ topic, ids }) => `${topic} ${ids.join()}`)).toContain(`alert ${alert}`),
    );
    page.close();
    await isOnline();
    await look(6);
    const { rows } = await execute(sql`select event from notification_delivery where alert_id = ${alert} order by id`);
    expect(rows.map(({ event }) => event)).toEqual(['alert.raised', 'alert.reset']);
    const log = async () => (await site.admin.get(`/notificationchannel/${channelId}/delivery`)).body.items;
    expect((await log())?.[0]).toMatchObject({ monitorId: id, ofDevice: true });
    const { timeline } = (await site.admin.get(`/alert/${alert}`)).body;
    const kinds = (timeline as unknown as Json[]).map(({ kind }) => kind);
    // No mail server is set up here.
    expect(kinds.toSorted()).toEqual(['NOTIFIED', 'NOTIFIED', 'NOT_NOTIFIED', 'NOT_NOTIFIED', 'RAISED', 'RESET']);
    await site.admin.delete(`/device/${id}`);
    await purgeNow(site.server);
    expect((await log())?.[0]).toMatchObject({ monitorId: null, ofDevice: false });
    await site.admin.delete(`/notificationchannel/${channelId}`);
    expect((await site.admin.get('/division/device-alerts')).body).toMatchObject({ notificationChannelIds: [] });
  });

  it('notifies nobody where that is turned off', async () => {
    const alert = await raise({ notificationAction: 'NONE' });
    const { timeline } = (await site.admin.get(`/alert/${alert}`)).body;
    expect((timeline as unknown as Json[]).map(({ kind }) => kind)).toEqual(['RAISED']);
  });

  it('ends when its condition is turned off, and is raised again when it is turned on', async () => {
    await raise();
    await save({ offline: false, offlineMinutes: 5 });
    await look(6);
    expect(await alerts()).toMatchObject([{ endReason: 'CONDITION_OFF' }]);
    await save({ offlineMinutes: 5 });
    await look(7);
    expect(await states()).toEqual(['Offline over', 'Offline open']);
  });

  it('ends with its device, of which who was notified hears', async () => {
    const alert = await raise();
    await site.admin.post('/webhook', { name: 'Ended', url: 'https://example.com/', events: ['alert.reset'] });
    expect((await site.admin.delete(`/device/${id}`)).status).toBe(200);
    await purgeNow(site.server);
    const { rows } = await execute(sql`select payload from webhook_delivery where event = 'alert.ended'`);
    expect(rows).toHaveLength(1);
    expect(JSON.parse(String(rows[0]?.['payload']))).toMatchObject({
      data: { alert: { id: alert, endReason: 'DEVICE_REMOVED' }, url: expect.stringMatching(/#\/alerts$/) },
    });
    expect(await alerts()).toEqual([]);
  });

  it('is seen and acknowledged by who may, and counts in the overview', async () => {
    const alert = await raise();
    const stranger = await addPerson(site.server, site.admin, 'Stranger');
    await stranger.may([{ permission: 'NODE:View', entityId: Number(site.place.clientId) + 1000 }]);
    expect((await stranger.who.get(`/alert/${alert}`)).status).toBe(404);
    await stranger.may(
      ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: site.place.clientId })),
    );
    expect((await stranger.who.get(`/alert/${alert}`)).status).toBe(200);
    expect((await stranger.who.put(`/alert/${alert}/acknowledgement`, {})).status).toBe(403);
    expect((await site.admin.put(`/alert/${alert}/acknowledgement`, { note: 'Mine' })).status).toBe(200);
    expect((await site.admin.get('/query/v2/systemdashboard')).body).toMatchObject({
      alertsAcknowledged: 1,
      alertsPaused: 0,
    });
  });

  it('is repeated until somebody acknowledges it', async () => {
    const { body } = await site.admin.post('/notificationchannel', { ...channelBody('Again'), repeatMinutes: 5 });
    const alert = await raise({ notificationChannelIds: [Number(body.channel?.id)] });
    const { followUpDue } = await import('../monitors/alerts/follow-up.ts');
    const { database, live, mailer, webhooks, notifications } = site.server.services;
    const notices = createAlertNotices({ mailer, webhooks, notifications, publicUrl: '' });
    expect(await followUpDue(database, notices, live, at(11))).toBe(1);
    const { rows } = await execute(sql`select event from notification_delivery where alert_id = ${alert} order by id`);
    expect(rows.map(({ event }) => event)).toEqual(['alert.raised', 'alert.repeated']);
  });
});

describe('the settings of device alerts', () => {
  it('are the defaults until an administrator saves others, within their bounds', async () => {
    expect((await site.admin.get('/division/device-alerts')).body).toEqual(usualDeviceAlerts);
    expect((await save({ diskShare: 80 })).body).toMatchObject({ deviceAlerts: { diskShare: 80 } });
    expect((await site.admin.get('/division/device-alerts')).body).toMatchObject({ diskShare: 80, cpuShare: 95 });
    for (const wrong of [{ diskShare: 100 }, { cpuShare: 0 }, { offlineMinutes: 4 }, { memorySeverity: 'BAD' }]) {
      const { status, body } = await save(wrong);
      expect([status, Object.keys(body['fields'] ?? {})]).toEqual([400, Object.keys(wrong).map((name) => `/${name}`)]);
    }
    expect((await save({ notificationChannelIds: [999_999] })).body).toMatchObject({
      fields: { '/notificationChannelIds': expect.any(String) },
    });
    const person = await addPerson(site.server, site.admin, 'Plain');
    expect((await save({}, person.who)).status).toBe(403);
  });

  it('apply to conditions that devices have already, and keep what stands', async () => {
    await look(0);
    await load({ volumes: { '/': 0.85 } }, 0, 20);
    await look(20);
    expect(await states()).toEqual([]);
    await save({ diskShare: 80, diskSeverity: 'CRITICAL' });
    await looks(20, 21);
    expect(await alerts()).toMatchObject([{ severity: 'CRITICAL', description: expect.stringContaining('80 %') }]);
    await save({ diskShare: 82 });
    await look(22);
    expect(await states()).toEqual(['Disk space open']);
  });
});
