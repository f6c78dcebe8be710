import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserActor } from '#server/access/actor.ts';
import { node } from '#server/database/schema/nodes.ts';
import { exportDevices } from '#server/nodes/export-devices.ts';
import { addPerson, type Person } from '../contract/site.ts';
import { startTestServer, type TestServer } from './harness.ts';
import type { Json, Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let acme: { clientId: number; delft: number; breda: number };
let other: { clientId: number; delft: number };
let technician: Person;

async function organization(name: string, locations: string[]): Promise<number[]> {
  const { client } = (await admin.post('/client', { name, locations: locations.map((each) => ({ name: each })) })).body;
  return [Number(client?.id), ...((client?.locations ?? []) as { id: number }[]).map(({ id }) => id)];
}

async function add(name: string, organizationId: number, locationId: number, more: Partial<typeof node.$inferInsert>) {
  const values = { nodeClass: 'LINUX_SERVER', nodeType: 'AGENT_DEVICE', organizationId, locationId, name };
  await server.services.database.insert(node).values({ ...values, ...more });
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  const [clientId = 0, delft = 0, breda = 0] = await organization('Acme', ['Delft', 'Breda']);
  acme = { clientId, delft, breda };
  const [otherId = 0, otherDelft = 0] = await organization('Zenith', ['Delft']);
  other = { clientId: otherId, delft: otherDelft };
  const ubuntu = { osName: 'Ubuntu 24.04 LTS' };
  await add('web-1', clientId, delft, { isUp: true, details: ubuntu, ipAddresses: ['10.0.0.9', 'fe80::1'] });
  await add('web-2', clientId, breda, { isDown: true, details: ubuntu, biosSerialNumber: 'SN-4711' });
  await add('switch-1', clientId, delft, { nodeClass: 'NMS_SWITCH', nodeType: 'NMS_DEVICE' });
  await add('phone-1', clientId, breda, { nodeClass: 'MAC', details: { mdmStatus: 'ERASED' }, isUp: true });
  await add('=cmd|calc', other.clientId, other.delft, { isUp: true, ipAddresses: ['10.0.0.7'] });
  await add('monitor-1', clientId, delft, { nodeClass: 'CLOUD_MONITOR_TARGET', nodeType: 'CLOUD_MONITOR_TARGET' });
  technician = await addPerson(server, admin, 'Grace');
  await technician.may(
    ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: acme.clientId })),
  );
});
afterAll(() => server.close());

async function names(query: string, who = admin): Promise<string[]> {
  const { body } = await who.get(`/device?${query}`);
  const { items, total } = body as unknown as { items: Json[]; total: number };
  expect(total).toBe(items.length);
  return items.map(({ name }) => String(name));
}

describe('the device list', () => {
  it('has no cloud monitors, and only the devices that the reader sees', async () => {
    expect(await names('')).toEqual(['=cmd|calc', 'phone-1', 'switch-1', 'web-1', 'web-2']);
    expect(await names('', technician.who)).toEqual(['phone-1', 'switch-1', 'web-1', 'web-2']);
  });

  it('is grouped by place, type and status, with what the reader sees of each', async () => {
    const groups = async (query: string, who = admin) => {
      const { body } = await who.get(`/device/group?${query}`);
      const { groups: all, isCut } = body as unknown as { groups: Json[]; isCut: boolean };
      expect(isCut).toBe(false);
      return all.map(({ key, name, clientName, devices, offline }) => [key, name, clientName, devices, offline]);
    };
    expect(await groups('by=organization')).toEqual([
      [String(acme.clientId), 'Acme', '', 4, 1],
      [String(other.clientId), 'Zenith', '', 1, 0],
    ]);
    expect(await groups('by=location')).toEqual([
      [String(acme.breda), 'Breda', 'Acme', 2, 1],
      [String(acme.delft), 'Delft', 'Acme', 2, 0],
      [String(other.delft), 'Delft', 'Zenith', 1, 0],
    ]);
    expect(await groups('by=kind&search=-1')).toEqual([
      ['LINUX_SERVER', '', '', 1, 0],
      ['MAC', '', '', 1, 0],
      ['NMS_SWITCH', '', '', 1, 0],
    ]);
    // What needs a person comes first.
    expect(await groups('by=status')).toEqual([
      ['erased', '', '', 1, 0],
      ['offline', '', '', 1, 1],
      ['online', '', '', 2, 0],
      ['unmonitored', '', '', 1, 0],
    ]);
    expect(await groups('by=organization', technician.who)).toEqual([[String(acme.clientId), 'Acme', '', 4, 1]]);
    expect(await groups('by=status&kind=NMS_SWITCH', technician.who)).toEqual([['unmonitored', '', '', 1, 0]]);
  });

  it('finds a device by its words and by its place', async () => {
    expect(await names('search=WEB')).toEqual(['web-1', 'web-2']);
    expect(await names('search=10.0.0.9')).toEqual(['web-1']);
    expect(await names('search=sn-4711')).toEqual(['web-2']);
    expect(await names('search=breda')).toEqual(['phone-1', 'web-2']);
    expect(await names('search=zenith')).toEqual(['=cmd|calc']);
    expect(await names('search=zenith', technician.who)).toEqual([]);
    expect(await names('search=%25')).toEqual([]);
  });

  it('is filtered by organization, location, status, kind and operating system, together', async () => {
    expect(await names(`clientId=${other.clientId}`)).toEqual(['=cmd|calc']);
    expect(await names(`clientId=${other.clientId}`, technician.who)).toEqual([]);
    expect(await names(`locationId=${acme.breda}`)).toEqual(['phone-1', 'web-2']);
    expect(await names('status=online')).toEqual(['=cmd|calc', 'web-1']);
    expect(await names('status=offline')).toEqual(['web-2']);
    expect(await names('status=unmonitored')).toEqual(['switch-1']);
    expect(await names('status=erased')).toEqual(['phone-1']);
    expect(await names('kind=NMS_SWITCH')).toEqual(['switch-1']);
    expect(await names('os=ubuntu')).toEqual(['web-1', 'web-2']);
    expect(await names(`os=Ubuntu&locationId=${acme.delft}&status=online&kind=LINUX_SERVER`)).toEqual(['web-1']);
    expect((await admin.get('/device?status=asleep')).status).toBe(400);
    expect((await admin.get(`/device?os=${'a'.repeat(101)}`)).status).toBe(400);
  });

  it.each([
    ['-name', ['web-2', 'web-1', 'switch-1', 'phone-1', '=cmd|calc']],
    ['status', ['phone-1', 'web-2', '=cmd|calc', 'web-1', 'switch-1']],
    ['kind', ['=cmd|calc', 'web-1', 'web-2', 'phone-1', 'switch-1']],
    ['-organization', ['=cmd|calc', 'phone-1', 'switch-1', 'web-1', 'web-2']],
    ['location', ['phone-1', 'web-2', '=cmd|calc', 'switch-1', 'web-1']],
    ['os', ['web-1', 'web-2', '=cmd|calc', 'phone-1', 'switch-1']],
    ['address', ['=cmd|calc', 'web-1', 'phone-1', 'switch-1', 'web-2']],
  ])('is sorted by %s on the server, without a value last', async (sort, sorted) => {
    expect(await names(`sort=${sort}`)).toEqual(sorted);
  });

  it('pages through what matches', async () => {
    const { body } = await admin.get('/device?limit=2&offset=2&sort=name');
    expect(body).toMatchObject({ total: 5, items: [{ name: 'switch-1' }, { name: 'web-1' }] });
    expect((await admin.get('/device?offset=5')).body).toEqual({ total: 5, items: [] });
  });

  it('says the ids of all that match, of what the reader sees', async () => {
    const { body } = await admin.get('/device/match?search=delft');
    expect((body as unknown as { ids: number[] }).ids).toHaveLength(3);
    const own = await technician.who.get('/device/match?search=delft');
    expect((own.body as unknown as { ids: number[] }).ids).toHaveLength(2);
  });
});

async function exported(who: Visitor, body: object): Promise<string[]> {
  const answer = await fetch(`${server.url}/api/device/export`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: server.url,
      cookie: `cairn_session=${who.cookie('cairn_session')}`,
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  return (await answer.text()).replace('\ufeff', '').trim().split('\r\n');
}

describe('an export of devices', () => {
  it('has what the filter matches, in the order and with the columns of the list, and no formula', async () => {
    expect(await exported(admin, { sort: '-name', status: 'online', columns: ['address', 'name'] })).toEqual([
      '"Name","IP addresses"',
      '"web-1","10.0.0.9; fe80::1"',
      `"'=cmd|calc","10.0.0.7"`,
    ]);
    const [head] = await exported(admin, {});
    expect(head).toBe('"Name","Status","Type","Organization","Location","Operating system","IP addresses","Last seen"');
  });

  it('has the chosen devices alone, of those that the reader sees', async () => {
    const { ids } = (await admin.get('/device/match?search=delft')).body as unknown as { ids: number[] };
    expect(await exported(technician.who, { ids, columns: ['name'] })).toEqual(['"Name"', '"switch-1"', '"web-1"']);
    expect(await exported(technician.who, { ids: [], columns: ['name'] })).toEqual(['"Name"']);
  });

  it('leaves out what the reader may not see any more while the file is sent, and refuses too many devices', async () => {
    const reader = { kind: 'user', sysadmin: true, grants: [] } as unknown as UserActor;
    const { database } = server.services;
    const { file, devices } = await exportDevices(database, reader, { columns: ['name'] }, new Date());
    reader.sysadmin = false;
    let text = '';
    for await (const part of file.text) text += part;
    expect({ devices, text }).toEqual({ devices: 5, text: '\ufeff"Name"\r\n' });
    reader.sysadmin = true;
    await expect(exportDevices(database, reader, {}, new Date(), 4)).rejects.toMatchObject({
      code: 'invalid_input',
      extra: { fields: { '/search': expect.stringContaining('Set a filter') } },
    });
  });

  it('is in the audit trail with its filter', async () => {
    await exported(technician.who, { clientId: acme.clientId, os: 'ubuntu' });
    const { items } = (await admin.get('/activity?entityType=NODE')).body as unknown as { items: Json[] };
    expect(items[0]).toMatchObject({
      summary: 'Exported 2 devices as CSV',
      entityType: 'NODE',
    });
  });
});
