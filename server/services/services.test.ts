// The services of a device: what its agent reports, and the alert when one stops.
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualDeviceAlerts, type DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import { mostServices, type Service } from '#api/contract/agent-methods/services.ts';
import { addPerson } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import type { Json } from '#tests/server/visitor.ts';
import { describeRule } from '../device-alerts/rules.ts';
import { watchDevices } from '../device-alerts/watch-devices.ts';
import { createAlertNotices } from '../monitors/alerts/alert-notices.ts';
import { createAlerts } from '../monitors/alerts/alerts.ts';
import { storeServices } from './store-services.ts';

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
  await execute(sql`delete from device_alerts`);
  start = Math.floor(Date.now() / minute) * minute;
  ({ nodeId: id } = await site.enrolled());
  await execute(sql`update node set is_up = true, is_down = false where id = ${id}`);
});

const execute = (query: ReturnType<typeof sql>) => site.server.services.database.execute(query);
const at = (minutes: number) => new Date(start + minutes * minute);
const service = (
  name: string,
  state: Service['state'] = 'RUNNING',
  startType: Service['start'] = 'AUTOMATIC',
): Service => ({
  name,
  label: `The ${name}`,
  state,
  start: startType,
});
const whole = { manager: 'SYSTEMD' as const, begins: true, completes: true, gone: [] };
const report = (minutes: number, services: Service[], more: object = {}) =>
  storeServices(site.server.services.database, id, { ...whole, services, ...more }, at(minutes));
const change = (minutes: number, ...services: Service[]) =>
  report(minutes, services, { begins: false, completes: false });
const listed = async () =>
  (await site.admin.get(`/device/${id}/service`)).body as unknown as { manager: string; items: Json[] };
const save = (settings: Partial<DeviceAlertSettings>) =>
  site.admin.put('/division/device-alerts', { ...usualDeviceAlerts, services: true, ...settings });
function look(minutes: number): Promise<void> {
  const { database, live, settings, mailer, webhooks, notifications } = site.server.services;
  const notices = createAlertNotices({ mailer, webhooks, notifications, publicUrl: settings.publicUrl });
  return watchDevices(database, createAlerts({ live, notices, describe: describeRule }), at(minutes));
}
const alerts = async () => (await site.admin.get('/alert?sort=raised')).body.items as unknown as Json[];
const states = async () => (await alerts()).map(({ message, resetAt }) => `${message} ${resetAt ? 'over' : 'open'}`);

describe('the services of a device', () => {
  it('keep the time of their state across reports, and are forgotten when a whole list does not name them', async () => {
    await report(0, [service('a'), service('b')]);
    await change(1, service('a', 'STOPPED'));
    await report(2, [service('a', 'STOPPED')]);
    expect(await listed()).toMatchObject({
      manager: 'SYSTEMD',
      items: [
        { name: 'a', label: 'The a', state: 'STOPPED', start: 'AUTOMATIC', since: at(1).toISOString(), changed: true },
      ],
    });
    expect((await listed()).items).toHaveLength(1);
    await report(3, [], { begins: false, completes: false, gone: ['a'] });
    expect((await listed()).items).toEqual([]);
  });

  it('are at most 2,000, of plain text', async () => {
    const many = Array.from({ length: mostServices }, (_, index) => service(`s${String(index).padStart(4, '0')}`));
    await report(0, many, { completes: false });
    await change(1, service('t\u202E\u0000t'), service('s0001', 'STOPPED'));
    const { items } = await listed();
    expect([items.length, items[1]?.['state']]).toEqual([mostServices, 'STOPPED']);
    await report(2, []);
    await report(3, [service('t\u202E\u0007t')]);
    expect((await listed()).items).toMatchObject([{ name: 't t' }]);
  });

  it('are read by those alone who see the device', async () => {
    await report(0, [service('a')]);
    const viewer = await addPerson(site.server, site.admin, 'Viewer');
    const asked = async () => (await viewer.who.get(`/device/${id}/service`)).status;
    const seen = ['ORGANIZATION:View', 'NODE:View'];
    await viewer.may(seen.map((permission) => ({ permission, entityId: 999_999 })));
    expect(await asked()).toBe(404);
    await viewer.may(seen.map((permission) => ({ permission, entityId: site.place.clientId })));
    expect(await asked()).toBe(200);
  });

  it('go with the device', async () => {
    await execute(sql`delete from node`);
    expect(await report(0, [service('a')])).toEqual({ gone: true, changed: false });
    expect((await site.admin.get(`/device/${id}/service`)).status).toBe(404);
  });

  it('come from a real agent, and change with it', async () => {
    let state: Service['state'] = 'RUNNING';
    const { body } = await site.admin.post('/device/enrollment', site.place);
    const agent = startAgent(site.server.url, {
      token: String(body.token),
      servicesMs: 50,
      readServices: async () => ({ manager: 'SYSTEMD', services: [service('nginx', state)] }),
    });
    id = await agent.nodeId();
    await until(async () =>
      expect((await listed()).items).toMatchObject([{ name: 'nginx', state: 'RUNNING', changed: false }]),
    );
    state = 'FAILED';
    await until(async () => expect((await listed()).items).toMatchObject([{ state: 'FAILED', changed: true }]));
  });
});

describe('an alert of a service', () => {
  it('is raised when one that ran stopped for its minutes, and resets when it runs again', async () => {
    await save({});
    await report(0, [service('nginx'), service('once', 'STOPPED'), service('manual', 'RUNNING', 'MANUAL')]);
    await change(1, service('nginx', 'STOPPED'), service('manual', 'STOPPED', 'MANUAL'));
    for (const minutes of [2, 5]) await look(minutes);
    expect(await states()).toEqual([]);
    await look(6);
    expect(await states()).toEqual(['Stopped for 5 minutes: nginx. open']);
    expect(await alerts()).toMatchObject([
      {
        conditionName: 'Service stopped',
        severity: 'MAJOR',
        description:
          'A service that starts automatically is stopped for 5 minutes. Resets when every service runs again.',
      },
    ]);
    await change(7, service('nginx', 'STARTING'));
    await look(8);
    expect(await states()).toEqual(['Stopped for 5 minutes: nginx. over']);
  });

  it('is raised of one that failed before it was ever seen running', async () => {
    await save({ servicesMinutes: 1 });
    await report(0, [service('backup', 'FAILED')]);
    await look(2);
    expect(await states()).toEqual(['Stopped for 1 minute: backup (failed). open']);
  });

  it('is about the named services where some are named, however they start', async () => {
    await save({ servicesMinutes: 1, servicesWatched: 'NAMED', serviceNames: 'Nginx.service,\n other, nginx' });
    await report(0, [service('nginx', 'STOPPED', 'MANUAL'), service('cron', 'FAILED')]);
    await look(2);
    expect(await states()).toEqual(['Stopped for 1 minute: nginx. open']);
    expect((await alerts())[0]?.['description']).toMatch(/^One of nginx, other is stopped/);
    expect((await save({ servicesWatched: 'NAMED', serviceNames: '' })).body['fields']).toMatchObject({
      '/serviceNames': 'Enter at least one name',
    });
  });

  it('stands while the device is offline, and none is raised then', async () => {
    await save({ servicesMinutes: 1 });
    await report(0, [service('nginx')]);
    await change(1, service('nginx', 'STOPPED'));
    await execute(sql`update node set is_up = false where id = ${id}`);
    await look(5);
    expect(await states()).toEqual([]);
  });

  it('is not raised unless an administrator turned it on', async () => {
    await report(0, [service('nginx', 'FAILED')]);
    await look(30);
    expect(await states()).toEqual([]);
  });
});
