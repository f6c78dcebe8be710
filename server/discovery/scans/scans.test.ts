// Network scans: saved discoveries that run by themselves and report new devices, with the commands of a real agent.
import { sql } from 'drizzle-orm';
import { beforeAll, afterEach, describe, expect, it } from 'vitest';
import { addPerson, credentialBody, type Person } from '#tests/contract/site.ts';
import { farHour } from '#tests/server/far-hour.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { startAgent, until } from '#tests/server/agent-rig.ts';
import { discoveryWorld, pings } from '#tests/server/discovery-world.ts';
import { host, type Discover } from '#tests/server/found-host.ts';
import { createAlertNotices } from '../../monitors/alerts/alert-notices.ts';
import { createAlerts } from '../../monitors/alerts/alerts.ts';
import { runNetworkScans } from './run-scans.ts';
import { describeNewDevice } from './scan-alerts.ts';

const world = discoveryWorld();
type Part = Record<string, unknown>;
type Host = ReturnType<typeof host>;

/** What the probe finds next. */
let hosts: Host[] = [];
let probe: number;
let asked: string[] = [];
let reader: Person;

beforeAll(async () => {
  const find: Discover = async ({ addresses, snmpCredentials }, { item }) => {
    asked = snmpCredentials.map(({ community = '' }) => community);
    for (const found of hosts) item(found);
    for (const ip of addresses) if (!hosts.some((each) => each.ip === ip)) item(host(ip, { pingMS: null }));
    return { reached: hosts.length, unreachable: addresses.length - hosts.length };
  };
  const agent = startAgent(world.site.server.url, {
    token: await world.site.freshToken(),
    methods: { 'network.discover': find },
    poll: async () => ({ results: [] }),
    until: 'file',
  });
  probe = await agent.nodeId();
  await until(isOnline);
  const { server, admin, place } = world.site;
  // The tests call the job of every minute themselves.
  await server.services.jobs.stop();
  reader = await addPerson(server, admin, 'Reader');
  await reader.may(
    ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: place.clientId }) as never),
  );
});

afterEach(async () => {
  hosts = [];
  await database().execute(sql`delete from network_scan`);
  await settle();
  await database().execute(sql`delete from alert`);
});

const isOnline = async () => expect(await world.site.deviceState(probe)).toBe('online');
const database = () => world.site.server.services.database;
const who = () => world.technician.who;

const daily = { repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 };
const bodyOf = (more: Part = {}) => ({
  name: 'Office',
  org: world.site.place.clientId,
  location: world.site.place.locationId,
  networkProbe: { nodeId: probe },
  ipTargets: '198.51.100.1-9',
  snmpCredOne: world.community,
  ...pings,
  schedule: daily,
  alerts: true,
  notificationChannelIds: [],
  ...more,
});

async function added(more: Part = {}): Promise<number> {
  const { status, body } = await who().post('/networkscan', bodyOf(more));
  expect(status, JSON.stringify(body)).toBe(200);
  return Number(body['networkScan']?.['id']);
}

const fields = async (more: Part) => (await who().post('/networkscan', bodyOf(more))).body.fields;
const read = async (id: number) =>
  (await who().get(`/networkscan/${id}`)).body as unknown as Part & { lastRun: string };

const tools = () => {
  const { services } = world.site.server;
  const notices = createAlertNotices({ ...services, publicUrl: services.settings.publicUrl });
  return { ...services, alerts: createAlerts({ live: services.live, notices, describe: describeNewDevice }) };
};
const settle = (now = new Date()) => runNetworkScans(tools(), now);

const due = (id: number) =>
  database().execute(sql`update network_scan set next_run_at = now() - interval '1 second' where id = ${id}`);

async function ended(id: number): ReturnType<typeof read> {
  await until(async () => {
    await settle();
    expect((await read(id))['running']).toBe(false);
  });
  return read(id);
}

/** Lets the time of a scan come, and its run end. */
async function ran(id: number, ...found: Host[]): ReturnType<typeof read> {
  hosts = found;
  const before = (await read(id))['lastRunAt'];
  await due(id);
  await until(async () => {
    await settle();
    const now = await read(id);
    expect(now['running']).toBe(false);
    expect(now['lastRunAt']).not.toBe(before);
  });
  return read(id);
}

interface Listed {
  items: Part[];
  total: number;
}
const alerts = async () =>
  ((await who().get('/alert')).body as unknown as Listed).items.filter(
    ({ conditionName }) => conditionName === 'New device on the network',
  );
const newDevices = async (run: string) =>
  (await who().get(`/networkdiscovery/${run}/new`)).body as unknown as Listed & { items: (Part & { id: number })[] };

const one = host('198.51.100.1', { mac: '02:00:5e:00:53:01', dnsName: 'one.example' });
const two = host('198.51.100.2');
const three = host('198.51.100.3', { mac: '02:00:5e:00:53:03', netbiosName: 'THREE' });

describe('a network scan', () => {
  it('is stored with all that it was given, and its next time by the clock of its organization', async () => {
    await database().execute(
      sql`update organization set time_zone_id = 'Asia/Tokyo' where id = ${world.site.place.clientId}`,
    );
    const id = await added({ name: ' Office ' });
    const scan = await read(id);
    const { networkProbe, ...rest } = bodyOf();
    expect(scan).toMatchObject({ ...rest, running: false, lastRunAt: null, timeZone: 'Asia/Tokyo', snmpCredTwo: null });
    expect(scan['networkProbe']).toMatchObject(networkProbe);
    // Tokyo is nine hours ahead.
    const hour = String((farHour + 15) % 24).padStart(2, '0');
    expect(String(scan['nextRunAt']).slice(10)).toBe(`T${hour}:00:00.000Z`);
    await database().execute(
      sql`update organization set time_zone_id = '_Division' where id = ${world.site.place.clientId}`,
    );
  });

  it('names the protocol of each credential that was chosen (F02-08, F02-52)', async () => {
    expect(await read(await added())).toMatchObject({
      protocolOne: 'SNMP_V2C',
      protocolTwo: null,
      protocolThree: null,
    });
    const { clientId } = world.site.place;
    const snmpCredTwo = await world.added({ ...credentialBody(clientId, 'Old'), credentialType: 'SNMP_V1' });
    const login = { clientId, name: 'Login', credentialType: 'TELNET_SSH', username: 'admin', password: 'secret' };
    const telnetSshCred = await world.added(login);
    expect(await read(await added({ snmpCredTwo, telnetSshCred }))).toMatchObject({
      protocolOne: 'SNMP_V2C',
      protocolTwo: 'SNMP_V1',
      protocolThree: 'TELNET_SSH',
    });
  });

  it('names the field that is wrong', async () => {
    expect(await fields({ name: ' ' })).toEqual({ '/name': 'Required' });
    expect(await fields({ ipTargets: 'gateway' })).toEqual({ '/ipTargets': 'Invalid IP(s): gateway' });
    expect(await fields({ schedule: { repeats: 'WEEKLY', daysOfWeek: [], runAtHour: 1, runAtMinute: 0 } })).toEqual({
      '/schedule/daysOfWeek': 'Choose at least one day',
    });
    expect(await fields({ location: 999_999 })).toEqual({ '/networkProbe': 'Choose a network probe of the location' });
    expect(await fields({ snmpCredOne: 999_999 })).toEqual({
      '/snmpCredOne': 'Choose an SNMP v1 or v2c credential of the organization',
    });
    expect(await fields({ notificationChannelIds: [999_999] })).toEqual({
      '/notificationChannelIds': 'A chosen channel is no longer there.',
    });
    const { status } = await who().post('/networkscan', bodyOf({ ipTargets: '10.0.0.0/8' }));
    expect(status).toBe(422);
  });

  it('runs when its time has come, records a baseline, and raises an alert of what is new once', async () => {
    const id = await added();
    const first = await ran(id, one, two);
    expect(first).toMatchObject({
      lastOutcome: 'succeeded',
      lastResult: '2 devices responded. Later runs report those that are not among them.',
      newDevices: 0,
    });
    expect(Date.parse(String(first['nextRunAt']))).toBeGreaterThan(Date.now());
    expect(await alerts()).toEqual([]);
    // The probe got the secret, and the command stores its id.
    expect(asked).toEqual(['public']);
    const stored = await database().execute(sql`select params::text from agent_command where id = ${first.lastRun}`);
    expect(stored.rows[0]?.['params']).not.toContain('public');

    const second = await ran(id, one, two, three);
    expect(second).toMatchObject({ lastResult: '3 devices responded, 1 of them new.', newDevices: 1 });
    expect(await alerts()).toMatchObject([
      {
        monitorId: probe,
        ofDevice: true,
        resetAt: null,
        discovery: second.lastRun,
        message: 'The network scan “Office” found 1 new device: THREE (198.51.100.3).',
      },
    ]);
    expect(await newDevices(second.lastRun)).toMatchObject({
      items: [{ ip: '198.51.100.3', name: 'THREE', standing: 'new', mac: three.mac }],
    });

    const third = await ran(id, one, two, three);
    expect(third).toMatchObject({ lastResult: '3 devices responded, none of them new.', newDevices: 1 });
    expect(await alerts()).toHaveLength(1);
  });

  it('waits as it is while its probe is marked for deletion', async () => {
    const id = await added();
    await due(id);
    const row = () => database().execute(sql`select * from network_scan where id = ${id}`);
    const { rows: before } = await row();
    const { rows } = await database().execute<{ id: number }>(sql`
      insert into deletion (kind, name, deleted_by, deleted_at, purge_at)
      values ('DEVICES', 'probe', 'Ada', now(), now() + interval '15 minutes') returning id`);
    await database().execute(sql`update node set deletion_id = ${rows[0]?.id} where id = ${probe}`);
    await settle();
    expect((await row()).rows).toEqual(before);
    await database().execute(sql`update node set deletion_id = null where id = ${probe}`);
    await settle();
    expect((await row()).rows).not.toEqual(before);
    await ended(id);
  });

  it('knows a device by its MAC address at another address, and another device at a known address', async () => {
    const id = await added();
    await ran(id, one, two);
    const moved = await ran(id, host('198.51.100.7', { mac: one.mac }), two);
    expect(moved['newDevices']).toBe(0);
    const other = await ran(id, host('198.51.100.7', { mac: '02:00:5e:00:53:99' }), two);
    expect(other['newDevices']).toBe(1);
    // The address counts where one of the two does not tell its MAC address.
    const learned = await ran(id, host('198.51.100.2', { mac: '02:00:5e:00:53:02' }));
    expect(learned['newDevices']).toBe(1);
    const elsewhere = await ran(id, host('198.51.100.5', { mac: '02:00:5e:00:53:02' }));
    expect(elsewhere['newDevices']).toBe(1);
  });

  it('raises nothing for a device that was added, nor while alerts are off', async () => {
    const id = await added();
    await ran(id, one);
    await database().execute(sql`
      insert into node (name, system_name, node_class, node_type, organization_id, location_id, ip_addresses)
      select 'Added', 'Added', node_class, 'NMS_DEVICE', organization_id, location_id, '{198.51.100.3}' from node where id = ${probe}`);
    expect((await ran(id, one, three))['newDevices']).toBe(0);
    await database().execute(sql`delete from node where name = 'Added'`);
    const quiet = await added({ name: 'Quiet', alerts: false });
    await ran(quiet, one);
    expect((await ran(quiet, one, two))['newDevices']).toBe(1);
    expect(await alerts()).toEqual([]);
  });

  it('resets the alert once each new device is added or marked as known', async () => {
    const id = await added();
    await ran(id, one);
    const { lastRun } = await ran(id, one, two, three);
    const { items } = await newDevices(lastRun);
    expect(items.map(({ ip }) => ip)).toEqual(['198.51.100.2', '198.51.100.3']);
    const [first, second] = items;
    const known = await who().post(`/networkscan/${id}/known`, { hosts: [second?.id] });
    expect(known.body).toMatchObject({ marked: 1 });
    await settle();
    expect(await alerts()).toMatchObject([{ resetAt: null }]);
    const selection = {
      devices: { selected: { all: false, keys: ['198.51.100.2'] }, changes: [roleOf('198.51.100.2')] },
    };
    const { status, body } = await who().post(`/networkdiscovery/${lastRun}/device`, selection);
    expect(status, JSON.stringify(body)).toBe(200);
    await settle();
    expect(await alerts()).toMatchObject([{ resetAt: expect.any(String), endReason: null }]);
    expect((await newDevices(lastRun)).items).toMatchObject([
      { id: first?.id, standing: 'added' },
      { standing: 'known', knownBy: 'Technician Hopper' },
    ]);
    await database().execute(sql`delete from node where '198.51.100.2' = any(ip_addresses)`);
    const left = await database().execute(sql`select id from monitor_condition where type = 'NewDevice'`);
    expect(left.rows).toEqual([]);
  });

  it('ends its alert when it is deleted, and when its alerts are turned off', async () => {
    const id = await added();
    await ran(id, one);
    await ran(id, one, two);
    expect((await who().put(`/networkscan/${id}`, bodyOf({ alerts: false }))).status).toBe(200);
    await settle();
    expect(await alerts()).toMatchObject([{ endReason: 'CONDITION_OFF' }]);
    await who().put(`/networkscan/${id}`, bodyOf());
    await ran(id, one, two, three);
    expect((await who().delete(`/networkscan/${id}`)).status).toBe(200);
    await settle();
    expect((await alerts()).map(({ endReason }) => endReason)).toEqual(['CONDITION_REMOVED', 'CONDITION_OFF']);
  });

  it('begins anew with other targets', async () => {
    const id = await added({ ipTargets: '198.51.100.1' });
    await ran(id, one);
    await who().put(`/networkscan/${id}`, bodyOf());
    expect(await ran(id, one, two)).toMatchObject({ newDevices: 0 });
    expect(await ran(id, one, two, three)).toMatchObject({ newDevices: 1 });
  });

  it('keeps no baseline of targets that were replaced while it ran', async () => {
    const id = await added({ ipTargets: '198.51.100.1' });
    hosts = [one];
    await due(id);
    await settle();
    expect((await read(id))['running']).toBe(true);
    expect((await who().put(`/networkscan/${id}`, bodyOf())).status).toBe(200);
    await until(async () => {
      const { rows } = await database().execute(sql`select 1 from run where state in ('queued', 'running')`);
      expect(rows).toEqual([]);
    });
    expect(await ran(id, one, two)).toMatchObject({ newDevices: 0 });
  });

  it('takes no cancelled run for its baseline', async () => {
    const id = await added();
    hosts = [one];
    await due(id);
    await settle();
    await until(async () => {
      await database().execute(
        sql`update run set state = 'cancelled' where id in (select run_id from network_scan) and state = 'done'`,
      );
      const { rows } = await database().execute(
        sql`select 1 from run join network_scan on run_id = run.id where state = 'cancelled'`,
      );
      expect(rows).toHaveLength(1);
    });
    expect(await ended(id)).toMatchObject({
      lastOutcome: 'failed',
      lastResult: 'The run did not check every address.',
    });
    expect(await ran(id, one, two)).toMatchObject({ newDevices: 0 });
  });

  it('is taken by one of two servers, and runs once', async () => {
    const id = await added();
    await due(id);
    await Promise.all([settle(), settle(), settle()]);
    await ended(id);
    const { body } = await who().get(`/networkdiscovery?scanId=${id}`);
    expect(body).toMatchObject({ total: 1, items: [{ startedBy: null, scan: { id, name: 'Office' }, state: 'done' }] });
  });

  it('stops when its author lost a permission or their account, says so once, and runs again for another author', async () => {
    const { server, admin, place } = world.site;
    const author = await addPerson(server, admin, `Author${Date.now()}`);
    const name = String((await author.who.get('/session')).body['firstName']);
    const all = ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'];
    const may = (...names: string[]) =>
      author.may(names.map((permission) => ({ permission, entityId: place.clientId })) as never);
    await may(...all);
    const id = Number((await author.who.post('/networkscan', bodyOf())).body['networkScan']?.['id']);
    const again = 'Save the scan again as somebody who may.';
    const stopped = async () => {
      const { rows } = await database().execute(
        sql`select summary from audit where action = 'NETWORK_SCAN_STOPPED' and entity_id = ${String(id)}`,
      );
      return rows.map(({ summary }) => summary);
    };
    for (const lost of all) {
      await may(...all.filter((each) => each !== lost));
      await due(id);
      await settle();
      const words = `${name} Hopper may not add devices to this organization any more. ${again}`;
      expect(await read(id), lost).toMatchObject({ running: false, lastOutcome: 'failed', lastResult: words });
    }
    expect(await stopped(), 'once').toEqual([
      `Did not run the network scan “Office”. ${name} Hopper may not add devices to this organization any more. ${again}`,
    ]);
    await may(...all);
    expect(await ran(id, host('198.51.100.1'))).toMatchObject({ lastOutcome: 'succeeded' });
    const remove = async () => Number((await admin.delete(`/appuser/${author.id}`)).body['deletionId']);
    const deletionId = await remove();
    const before = await read(id);
    await due(id);
    await settle();
    const { running, lastRunAt, lastResult, nextRunAt } = await read(id);
    expect({ running, lastRunAt, lastResult }, 'waits for the undo').toEqual({
      running: false,
      lastRunAt: before['lastRunAt'],
      lastResult: before['lastResult'],
    });
    expect(Date.parse(String(nextRunAt))).toBeLessThan(Date.now());
    expect((await admin.post(`/deletion/${deletionId}/undo`)).status).toBe(200);
    expect(await ran(id, host('198.51.100.1'))).toMatchObject({ lastOutcome: 'succeeded' });
    await remove();
    await due(id);
    await purgeNow(server);
    await settle();
    const gone = `${name} Hopper cannot sign in any more. ${again}`;
    expect(await read(id)).toMatchObject({ lastOutcome: 'failed', lastResult: gone });
    expect(await stopped()).toHaveLength(2);
    expect((await who().put(`/networkscan/${id}`, bodyOf())).status).toBe(200);
    expect(await ran(id, host('198.51.100.1'))).toMatchObject({ lastOutcome: 'succeeded' });
  });

  it('waits for another discovery of its probe, and says why it did not run', async () => {
    const id = await added();
    const other = await added({ name: 'Second' });
    await due(id);
    await due(other);
    await settle();
    const waiting = await read(other);
    expect(waiting).toMatchObject({ running: false, lastOutcome: null });
    expect(Date.parse(String(waiting['nextRunAt'])) - Date.now()).toBeLessThan(70_000);
    await ended(id);
    // The probe itself would be marked online by its next heartbeat.
    const { nodeId: neverConnected } = await world.site.enrolled();
    await database().execute(sql`update network_scan set probe_id = ${neverConnected} where id = ${id}`);
    await due(id);
    await settle();
    expect(await read(id)).toMatchObject({ lastOutcome: 'failed', lastResult: 'The network probe is offline.' });
  });

  it('runs at once when somebody asks, and not while it is paused', async () => {
    const id = await added();
    const paused = await who().put(`/networkscan/${id}/pause`, { paused: true });
    expect(paused.body).toMatchObject({ networkScan: { paused: true, nextRunAt: null } });
    hosts = [one];
    expect((await who().post(`/networkscan/${id}/run`, {})).status).toBe(200);
    const twice = await who().post(`/networkscan/${id}/run`, {});
    expect([twice.status, twice.body['errorCode']]).toEqual([409, 'network_scan_is_in_progress']);
    expect(await ended(id)).toMatchObject({ lastOutcome: 'succeeded', nextRunAt: null });
    const { body } = await who().get(`/networkdiscovery?scanId=${id}`);
    expect(body).toMatchObject({ items: [{ startedBy: 'Technician Hopper', responding: 1, targets: 9 }] });
    const resumed = await who().put(`/networkscan/${id}/pause`, { paused: false });
    expect(resumed.body).toMatchObject({ networkScan: { paused: false, nextRunAt: expect.any(String) } });
  });

  it('is refused a stale save', async () => {
    const id = await added();
    const save = () => who().put(`/networkscan/${id}`, bodyOf({ name: 'Changed' }), { 'If-Match': '"1"' });
    expect((await save()).status).toBe(200);
    expect((await save()).body['errorCode']).toBe('conflict');
  });

  it('is for who may add devices, and for nobody elsewhere', async () => {
    const id = await added();
    await ran(id, one);
    const { lastRun } = await ran(id, one, two);
    const calls = ({ who: person }: Person) => [
      person.get('/networkscan'),
      person.get(`/networkscan/${id}`),
      person.post('/networkscan', bodyOf()),
      person.put(`/networkscan/${id}`, bodyOf()),
      person.put(`/networkscan/${id}/pause`, { paused: true }),
      person.post(`/networkscan/${id}/run`, {}),
      person.post(`/networkscan/${id}/known`, { hosts: [1] }),
      person.get('/networkdiscovery'),
      person.get(`/networkdiscovery/${lastRun}`),
      person.get(`/networkdiscovery/${lastRun}/new`),
      person.get(`/networkdiscovery/${lastRun}/comparison?with=${lastRun}`),
      person.post(`/networkdiscovery/${lastRun}/comparison/export`, { with: lastRun }),
      person.delete(`/networkscan/${id}`),
    ];
    const statuses = async (person: Person) => (await Promise.all(calls(person))).map(({ status }) => status);
    expect(new Set(await statuses(reader))).toEqual(new Set([403]));
    const { server, admin } = world.site;
    const stranger = await addPerson(server, admin, 'Stranger');
    const elsewhere = await admin.post('/client', { name: 'Litware', locations: [{ name: 'Main' }] });
    const entityId = Number(elsewhere.body['client']?.['id']);
    await stranger.may(
      ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'].map((permission) => ({ permission, entityId }) as never),
    );
    expect(await statuses(stranger)).toEqual([200, 404, 400, 404, 404, 404, 404, 200, 404, 404, 404, 404, 404]);
    for (const list of ['/networkscan', '/networkdiscovery'])
      expect((await stranger.who.get(list)).body).toEqual({ items: [], total: 0 });
  });
});

const roleOf = (ip: string) => ({ rows: { all: false, keys: [ip] }, column: 'role', value: 'nms-other' });
