// A discovery as the console asks for it: from the targets to devices of the organization.
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import devicesScreen from '#schemas/network-discovery/devices.json' with { type: 'json' };
import { addPerson, type Person } from '#tests/contract/site.ts';
import { greetedSocket, until } from '#tests/server/agent-rig.ts';
import { discoveryWorld, keys, selecting } from '#tests/server/discovery-world.ts';
import { host, type Discover } from '#tests/server/found-host.ts';
import { nodeRoles } from '../nodes/node-roles.ts';

const world = discoveryWorld();
const { probe, finding, settings, discovered, devicesAt } = world;
let viewer: Person;
let stranger: Person;
/** Sees devices here, and may add them elsewhere alone. */
let guest: Person;
beforeAll(async () => {
  const { server, admin, place } = world.site;
  const of = (permission: string, entityId: number) => ({ permission, entityId });
  const here = ['ORGANIZATION:View', 'NODE:View'].map((permission) => of(permission, place.clientId));
  viewer = await addPerson(server, admin, 'Viewer');
  await viewer.may(here);
  const other = await admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  const elsewhere = Number(other.body['client']?.['id']);
  guest = await addPerson(server, admin, 'Guest');
  await guest.may([...here, of('ORGANIZATION:View', elsewhere), of('NODE:Create', elsewhere)]);
  stranger = await addPerson(server, admin, 'Stranger');
  await stranger.may(['ORGANIZATION:View', 'NODE:View', 'NODE:Create'].map((permission) => of(permission, elsewhere)));
});

const endless = () =>
  probe(
    (_params, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );

describe('a network discovery', () => {
  it('asks its probe to look at every address (F02-37), and lists each with its type and a suggested role (F02-10, F02-54)', async () => {
    let asked: Parameters<Discover>[0] | undefined;
    const id = await probe(async (params, { item }) => {
      asked = params;
      item(host('198.51.100.1', { ports: [9100], dnsName: 'printer.example' }));
      item(host('198.51.100.2', { pingMS: null, ports: [22], ssh: true, os: 'MikroTik RouterOS' }));
      item(host('198.51.100.3', { netbiosName: 'RECEPTION' }));
      item(host('198.51.100.4'));
      item(host('198.51.100.5', { pingMS: null }));
      return { reached: 4, unreachable: 1 };
    });
    const run = await discovered(id, { ipTargets: '198.51.100.1-4, 198.51.100.5', pingsPerNode: 3 });
    expect(asked).toEqual({
      addresses: [1, 2, 3, 4, 5].map((last) => `198.51.100.${last}`),
      pingTimeoutMS: 500,
      pingPacketTTL: 127,
      pingsPerNode: 3,
      delayBetweenPingsMS: 300,
      snmpCredentials: [{ credentialType: 'SNMP_V2C', community: 'public' }],
    });
    const { body } = await world.technician.who.get(`/run/${run}/items?sort=ip`);
    expect((body as unknown as { items: { key: string; data: object }[] }).items).toMatchObject([
      {
        key: '198.51.100.1',
        data: { type: ['allResponding'], name: 'printer.example', role: 'nms-printer', nodeId: null },
      },
      { key: '198.51.100.2', data: { type: ['allResponding'], name: '198.51.100.2', role: 'nms-router' } },
      { key: '198.51.100.3', data: { type: ['allResponding'], name: 'RECEPTION', role: 'nms-computer' } },
      { key: '198.51.100.4', data: { type: ['allResponding'], role: '', reason: '' } },
      { key: '198.51.100.5', data: { type: ['offline'], role: '' } },
    ]);
    expect(
      (await world.technician.who.get(`/run/${run}/items?field=type&value=offline&countBy=type`)).body,
    ).toMatchObject({
      total: 1,
      counts: { allResponding: 4, offline: 1 },
    });
  });

  it('is listed by the number of the address, IPv6 after IPv4', async () => {
    const inOrder = ['198.51.100.9', '198.51.100.10', '198.51.100.200', '2001:db8::9', '2001:db8::10'];
    const run = await discovered(await finding(...[2, 4, 0, 3, 1].map((place) => host(inOrder[place] ?? ''))));
    const listed: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const { body } = await world.technician.who.get(`/run/${run}/items?sort=ip&limit=2${next && `&cursor=${next}`}`);
      const page = body as unknown as { items: { key: string }[]; next: string | null };
      listed.push(...page.items.map(({ key }) => key));
      next = page.next;
    }
    expect(listed).toEqual(inOrder);
  });

  it('adds what is selected, as it was changed, at the place of its probe (F02-40)', async () => {
    const id = await finding(
      host('198.51.100.11', { ports: [515] }),
      host('198.51.100.12', { netbiosName: 'DESK-12', os: 'Windows' }),
      host('198.51.100.13'),
    );
    const run = await discovered(id);
    const devices = {
      selected: { all: true, filter: { field: 'type', value: 'allResponding' }, except: ['198.51.100.13'] },
      changes: [
        { rows: keys('198.51.100.11', '198.51.100.12'), column: 'role', value: 'nms-ups' },
        { rows: keys('198.51.100.12'), column: 'role', value: 'nms-server' },
        // No column that a person may change.
        { rows: keys('198.51.100.12'), column: 'ip', value: '198.51.100.99' },
      ],
    };
    const check = await world.technician.who.post(`/networkdiscovery/${run}/check`, { devices });
    expect(check.body).toMatchObject({
      devices: [
        { ip: '198.51.100.11', name: '198.51.100.11', role: 'UPS' },
        { ip: '198.51.100.12', name: 'DESK-12', role: 'Server' },
      ],
    });
    expect(await devicesAt('198.51.100.11')).toEqual([]);
    const { body } = await world.technician.who.post(`/networkdiscovery/${run}/device`, { devices });
    expect(body).toMatchObject({ resultCode: 'SUCCESS', added: 2, networkProbe: { nodeId: id } });
    expect(await devicesAt('198.51.100.12')).toMatchObject([
      {
        name: 'DESK-12',
        nodeRoleId: 'nms-server',
        nodeClass: 'NMS_SERVER',
        nodeType: 'NMS_DEVICE',
        isUp: false,
        isDown: false,
        locationId: world.site.place.locationId,
        parentNodeId: id,
        netbiosName: 'DESK-12',
        details: { osName: 'Windows' },
      },
    ]);
    const { rows } = await world.site.server.services.database.execute<{ summary: string; organization_id: number }>(
      sql`select summary, organization_id from audit where action = 'NODE_CREATED' order by id desc limit 1`,
    );
    expect(rows[0]?.summary).toMatch(/^Added 2 devices that “.+” discovered: 198\.51\.100\.11, DESK-12$/);
    expect(rows[0]?.organization_id).toBe(world.site.place.clientId);
  });

  it('knows what is a device already, and adds no address twice (F02-11, F02-33)', async () => {
    const id = await finding(host('198.51.100.21', { ports: [515] }), host('198.51.100.22', { ports: [515] }));
    const run = await discovered(id);
    const both = selecting('198.51.100.21', '198.51.100.22');
    await world.technician.who.post(`/networkdiscovery/${run}/device`, selecting('198.51.100.21'));
    expect((await world.technician.who.post(`/networkdiscovery/${run}/check`, both)).body).toMatchObject({
      devices: [{ ip: '198.51.100.22' }],
    });
    const twice = await Promise.all(
      [1, 2].map(() => world.technician.who.post(`/networkdiscovery/${run}/device`, selecting('198.51.100.22'))),
    );
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await devicesAt('198.51.100.22')).toHaveLength(1);
    const again = await discovered(id);
    const { body } = await world.technician.who.get(`/run/${again}/items?field=type&value=existing`);
    const [known] = await devicesAt('198.51.100.21');
    expect((body as unknown as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ ip: '198.51.100.21', nodeId: known?.id }) }),
    );
  });

  it('adds nothing without a selection or a role (F02-31, F02-32, F03-27)', async () => {
    const id = await finding(host('198.51.100.31'), host('198.51.100.32'), host('198.51.100.33', { pingMS: null }));
    const run = await discovered(id);
    const refusal = async (body: object) => {
      const { status, body: said } = await world.technician.who.post(`/networkdiscovery/${run}/device`, body);
      return [status, said.fields];
    };
    const none = { '/devices': 'Select at least 1 device to add to the organization' };
    expect(await refusal(selecting())).toEqual([400, none]);
    // What is offline cannot be added.
    expect(await refusal(selecting('198.51.100.33'))).toEqual([400, none]);
    expect(await refusal(selecting('198.51.100.31', '198.51.100.32'))).toEqual([
      400,
      { '/devices': '2 device(s) have an unknown role. Please provide required fields before proceeding.' },
    ]);
    expect(await devicesAt('198.51.100.31')).toEqual([]);
  });

  it('is refused with the specified words: too many targets, a second one, an offline probe (F02-43, F02-44)', async () => {
    const id = await endless();
    const start = async (nodeId: number, more: Record<string, unknown> = {}) => {
      const { status, body } = await world.technician.who.post('/networkdiscovery', settings(nodeId, more));
      return [status, body['errorCode'], body['errorMessage']];
    };
    expect(await start(id, { ipTargets: '10.0.0.0/8' })).toEqual([
      422,
      'number_of_network_scan_targets_exceeded',
      'Maximum number of targets cannot exceed 4096. Please modify the target list and try again.',
    ]);
    const both = await Promise.all([start(id), start(id)]);
    expect(both.map(([status]) => status).toSorted()).toEqual([200, 409]);
    expect(await start(id)).toEqual([
      409,
      'network_scan_is_in_progress',
      'Network scan still in progress. Please wait and try again.',
    ]);
    const { nodeId, key } = await world.site.enrolled();
    const { socket } = await greetedSocket(world.site.server, key, ['inventory@1', 'discovery@4']);
    await until(async () => expect(await world.site.deviceState(nodeId)).toBe('online'));
    socket.close();
    await until(async () => expect(await world.site.deviceState(nodeId)).toBe('offline'));
    expect((await start(nodeId)).slice(0, 2)).toEqual([409, 'device_offline']);
  });

  it('names the field that is wrong: the targets, or a probe that is elsewhere or cannot (F02-60)', async () => {
    const id = await endless();
    const fields = async (nodeId: number, more: Record<string, unknown> = {}) =>
      (await world.technician.who.post('/networkdiscovery', settings(nodeId, more))).body.fields;
    expect(await fields(id, { ipTargets: 'gateway, 192.0.2.300' })).toEqual({
      '/ipTargets': 'Invalid IP(s): gateway, 192.0.2.300',
    });
    const elsewhere = { '/networkProbe': 'Choose a network probe of the location' };
    expect(await fields(id, { location: 999_999 })).toEqual(elsewhere);
    expect(await fields(id, { org: 999_999 })).toEqual(elsewhere);
    expect(await fields(999_999)).toEqual(elsewhere);
    const old = await world.site.enrolled();
    await greetedSocket(world.site.server, old.key);
    await until(async () => expect(await world.site.deviceState(old.nodeId)).toBe('online'));
    expect(await fields(old.nodeId)).toEqual({
      '/networkProbe':
        'This agent’s version (1) cannot do a network discovery: it lacks discovery@4. Install the agent of this server.',
    });
  });

  it('is for who may add devices there, and for nobody elsewhere (F02-41)', async () => {
    const id = await finding(host('198.51.100.41', { ports: [515] }));
    const run = await discovered(id);
    const selection = selecting('198.51.100.41');
    const tried = async ({ who }: Person) => [
      (await who.post('/networkdiscovery', settings(id))).status,
      (await who.get(`/networkdiscovery/${run}/summary`)).status,
      (await who.post(`/networkdiscovery/${run}/check`, selection)).status,
      (await who.post(`/networkdiscovery/${run}/device`, selection)).status,
    ];
    expect(await tried(viewer)).toEqual([403, 403, 403, 403]);
    expect(await tried(guest)).toEqual([403, 403, 403, 403]);
    expect(await tried(stranger)).toEqual([400, 404, 404, 404]);
    const probesFor = async ({ who }: Person) =>
      (await who.get(`/networkdiscovery/probe?locationId=${world.site.place.locationId}`)).body as unknown as object[];
    expect(await probesFor(stranger)).toEqual([]);
    expect(await probesFor(world.technician)).toContainEqual(
      expect.objectContaining({ nodeId: id, isUp: true, inability: null }),
    );
    expect(await devicesAt('198.51.100.41')).toEqual([]);
  });

  it('does not take another run for a discovery', async () => {
    const id = await finding();
    const ping = { method: 'network.ping', params: { targets: ['127.0.0.1'], count: 1, timeoutMs: 200 } };
    const { body } = await world.site.admin.post(`/device/${id}/command`, ping);
    // Whose run it is, so that it is seen.
    const answer = await world.site.admin.post(`/networkdiscovery/${String(body['id'])}/device`, selecting('1'));
    expect(answer.status).toBe(404);
  });

  it('offers the roles of network management in its screen', () => {
    const offered = devicesScreen.ui.devices['ui:options'].item.properties.role.oneOf;
    expect(offered.map(({ const: id, title }) => [id, title])).toEqual(
      nodeRoles.filter(({ nodeClass }) => nodeClass.startsWith('NMS_')).map(({ id, name }) => [id, name]),
    );
  });
});
