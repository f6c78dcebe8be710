// What is at the ports of network devices, from the reading of their probe to the map that a person sees.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Neighbor, Topology, TopologyRead } from '#api/contract/agent-methods/topology.ts';
import type { NetworkPort } from '#api/contract/network-map.ts';
import { addPerson, credentialBody, type Person } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { deviceArp, deviceForwarding, deviceNeighbor, devicePort } from '../database/schema/topology.ts';
import { exportMap } from './export-map.ts';
import { listNeighbors, readMap } from './read-map.ts';
import { storeTopology } from './store-topology.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let stranger: Person;
let contoso: { clientId: number; locationId: number };
let probe: number;
let credential: number;
/** What the probe was asked, and what it answers by address; null for a device that is silent. */
const requests: TopologyRead[] = [];
const answers = new Map<string, Topology | null>();

const empty: Topology = { macs: [], ports: [], neighbors: [], forwarding: [], addresses: [] };
const neighbor = (more: Partial<Neighbor>): Neighbor => ({
  port: 1,
  portName: 'Gi1/0/1',
  protocol: 'LLDP',
  mac: '',
  chassis: '',
  systemName: '',
  remotePort: '',
  remoteDescription: '',
  description: '',
  addresses: [],
  ...more,
});
/** Ports 1 to 4 with MAC addresses that end alike. */
const ports = (switchNumber: number) =>
  [1, 2, 3, 4].map((index) => ({ index, name: `Gi1/0/${index}`, mac: macAt(switchNumber, index) }));
/** Of the vendor of 00:1b:21, Intel. */
const macAt = (a: number, b: number) => `00:1b:21:00:${hex(a)}:${hex(b)}`;
const hex = (number: number) => number.toString(16).padStart(2, '0');
const learned = (port: number, ...macs: string[]) => macs.map((mac) => ({ port, mac }));

beforeAll(async () => {
  site = await startSite();
  const { body } = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  contoso = {
    clientId: Number(body['client']?.['id']),
    locationId: Number(body['client']?.['locations']?.[0]?.['id']),
  };
  stranger = await addPerson(site.server, site.admin, 'Stranger');
  await stranger.may(
    ['ORGANIZATION:View', 'NODE:View', 'NODE:Update'].map((permission) => ({ permission, entityId: contoso.clientId })),
  );
  const added = await site.admin.post('/credential', credentialBody(site.place.clientId, 'Switches'));
  credential = Number(added.body['credential']?.['id']);
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    poll: async ({ targets }) => ({
      results: targets.map(({ nodeId }) => ({ nodeId, answered: 'snmp', pingMS: null, received: 0, upSeconds: 60 })),
    }),
    readInterfaces: async () => ({ interfaces: [] }),
    async readTopology(request) {
      requests.push(request);
      return { topology: answers.get(request.address) ?? null };
    },
    until: 'file',
  });
  probe = await agent.nodeId();
});

const database = () => site.server.services.database;

interface Added {
  address?: string;
  macs?: string[];
  place?: { clientId: number; locationId: number };
  credentialId?: number | null;
  parentNodeId?: number | null;
}

async function addDevice(
  name: string,
  { address = '', macs = [], place = site.place, credentialId = null, parentNodeId = null }: Added = {},
) {
  const [row] = await database()
    .insert(node)
    .values({
      name,
      systemName: name,
      nodeClass: 'NMS_SWITCH',
      nodeType: 'NMS_DEVICE',
      organizationId: place.clientId,
      locationId: place.locationId,
      parentNodeId,
      ipAddresses: address === '' ? [] : [address],
      macAddresses: macs,
    })
    .returning({ id: node.id });
  const id = row?.id ?? 0;
  await database().insert(devicePoll).values({ nodeId: id, credentialId });
  return id;
}

/** An organization of its own with a location. */
let organizations = 0;
async function addPlace() {
  organizations += 1;
  const { body } = await site.admin.post('/client', {
    name: `Place ${organizations}`,
    locations: [{ name: 'A' }, { name: 'B' }],
  });
  const client = body['client'];
  const location = (at: number) => ({
    clientId: Number(client?.['id']),
    locationId: Number(client?.['locations']?.[at]?.['id']),
  });
  return { a: location(0), b: location(1) };
}

const store = (id: number, reading: Partial<Topology>, at = '2026-11-27T10:00:00.000Z') =>
  storeTopology(database(), id, { ...empty, ...reading }, new Date(at));

interface MapReply {
  devices: { nodeId: number; name: string; vendor: string }[];
  ports: NetworkPort[];
  asked: number;
  answered: number;
}
async function mapOf(clientId: number, more = ''): Promise<MapReply> {
  const { status, body } = await site.admin.get(`/networkmap?clientId=${clientId}${more}`);
  expect(status).toBe(200);
  return body as never;
}
const brief = ({ nodeId, portName, kind, station, remotePort, knownBy, count }: NetworkPort) => ({
  from: nodeId,
  portName,
  kind,
  to: station.nodeId ?? (station.name || station.mac),
  remotePort,
  knownBy: knownBy.join(),
  count,
});
const briefly = async (clientId: number) => (await mapOf(clientId)).ports.map(brief);
const links = async (clientId: number) => new Set((await mapOf(clientId)).ports.map(({ link }) => link)).size;

describe('a reading of neighbours', () => {
  it('is asked of the probe with the credential of the device, stored, and asked again on request', async () => {
    const address = '198.51.100.1';
    answers.set(address, {
      ...empty,
      ports: ports(1),
      neighbors: [neighbor({ systemName: 'core\u0000\u202e-1', mac: macAt(9, 9) })],
    });
    const id = await addDevice('sw-1', { address, credentialId: credential, parentNodeId: probe });
    const without = await addDevice('sw-2', { address: '198.51.100.2', parentNodeId: probe });
    const listed = async () =>
      (await site.admin.get(`/device/${id}/neighbor`)).body as never as MapReply & { readAt: string | null };
    await until(async () =>
      expect((await listed()).ports.map(brief)).toMatchObject([{ from: id, kind: 'neighbor', to: 'core -1' }]),
    );
    expect(requests[0]).toEqual({ address, credential: { credentialType: 'SNMP_V2C', community: 'public' } });
    expect(new Set(requests.map((request) => request.address))).toEqual(new Set([address]));
    expect((await site.admin.get(`/device/${without}/neighbor`)).body).toEqual({
      ports: [],
      at: [],
      omitted: 0,
      readAt: null,
      asked: false,
    });
    // A device that stops answering keeps what it said last.
    const { readAt } = await listed();
    answers.set(address, null);
    const before = requests.length;
    await until(() => expect(requests.length).toBeGreaterThan(before + 1));
    expect((await listed()).ports).toHaveLength(1);
    await database()
      .update(devicePoll)
      .set({ topologyAt: new Date('2099-01-01') })
      .where(eq(devicePoll.nodeId, id));
    answers.set(address, { ...empty, ports: ports(1) });
    const { status, body } = await site.admin.post('/networkmap/refresh', {
      clientId: site.place.clientId,
      nodeId: id,
    });
    expect([status, body['devices']]).toEqual([200, 1]);
    await until(async () => expect(await listed()).toMatchObject({ ports: [] }));
    expect((await listed()).readAt).not.toBe(readAt);
    expect((await site.device(id))['macAddresses']).toEqual(ports(1).map(({ mac }) => mac));
  });

  it('replaces the rows of its device, and keeps when they were first seen', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw', { place: a });
    const first = {
      neighbors: [neighbor({ mac: macAt(2, 1) }), neighbor({ port: 2, mac: macAt(2, 2) })],
      forwarding: learned(3, macAt(2, 3), macAt(2, 4)),
      addresses: [{ address: '192.0.2.7', mac: macAt(2, 3) }],
      ports: ports(1),
    };
    await store(id, first);
    const later = '2026-11-27T10:15:00.000Z';
    const second = {
      ...first,
      neighbors: first.neighbors.slice(0, 1).map((each) => ({ ...each, systemName: 'renamed' })),
      forwarding: learned(3, macAt(2, 4)),
      addresses: [{ address: '192.0.2.7', mac: macAt(2, 4) }],
      ports: ports(1).slice(0, 1),
    };
    await store(id, second, later);
    const [neighbors, forwarding, arp, names] = [
      await database().select().from(deviceNeighbor).where(eq(deviceNeighbor.nodeId, id)),
      await database().select().from(deviceForwarding).where(eq(deviceForwarding.nodeId, id)),
      await database().select().from(deviceArp).where(eq(deviceArp.nodeId, id)),
      await database().select().from(devicePort).where(eq(devicePort.nodeId, id)),
    ];
    const seen = { firstSeenAt: new Date('2026-11-27T10:00:00.000Z'), lastSeenAt: new Date(later) };
    expect(neighbors).toEqual([expect.objectContaining({ port: 1, systemName: 'renamed', ...seen })]);
    expect(forwarding).toEqual([expect.objectContaining({ mac: macAt(2, 4), ...seen })]);
    // Another machine has the address now.
    expect(arp).toEqual([expect.objectContaining({ mac: macAt(2, 4), firstSeenAt: new Date(later) })]);
    expect(names).toHaveLength(1);
    expect((await site.admin.delete(`/device/${id}`)).status).toBe(200);
    // A reading that was under way.
    expect(await store(id, first)).toBe(false);
    expect(await database().select().from(deviceNeighbor).where(eq(deviceNeighbor.nodeId, id))).toEqual(neighbors);
  });

  it('is stored whole where a device repeats rows', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw', { place: a });
    const same = [neighbor({ mac: macAt(3, 1) }), neighbor({ mac: macAt(3, 1) })];
    const [port] = ports(1);
    await store(id, {
      neighbors: same,
      forwarding: learned(2, macAt(3, 2), macAt(3, 2)),
      addresses: [
        { address: '192.0.2.7', mac: macAt(3, 2) },
        { address: '192.0.2.7', mac: macAt(3, 3) },
      ],
      ports: port ? [port, port] : [],
    });
    expect(await briefly(a.clientId)).toHaveLength(2);
  });
});

describe('a neighbour by LLDP or CDP', () => {
  it.each([
    ['chassis', { mac: macAt(8, 1) }],
    ['port', { mac: macAt(99, 99), remotePort: macAt(8, 2) }],
    ['management address', { addresses: ['192.0.2.1', '192.0.2.8'] }],
    ['system name', { systemName: 'SW-EIGHT' }],
    ['first label of its name', { systemName: 'sw-eight.example.com' }],
    ['name in the chassis, as CDP has it', { chassis: 'sw-eight', protocol: 'CDP' as const }],
  ])('is recognized by its %s', async (_, more) => {
    const { a } = await addPlace();
    const id = await addDevice('sw-1', { place: a });
    const other = await addDevice('sw-eight', { place: a, address: '192.0.2.8', macs: [macAt(8, 1), macAt(8, 2)] });
    await store(id, { ports: ports(1), neighbors: [neighbor(more)] });
    expect(await briefly(a.clientId)).toMatchObject([{ from: id, kind: 'device', to: other }]);
  });

  it('is no device of another organization or, by an address, of another location, and nothing that several devices have', async () => {
    const { a, b } = await addPlace();
    const id = await addDevice('sw-1', { place: a });
    await addDevice('foreign', { place: contoso, address: '192.0.2.8', macs: [macAt(8, 1)] });
    await addDevice('elsewhere', { place: b, address: '192.0.2.9' });
    await addDevice('twin', { place: a, macs: [macAt(8, 7)] });
    await addDevice('twin', { place: a, macs: [macAt(8, 7)] });
    await store(id, {
      neighbors: [
        neighbor({ mac: macAt(8, 1), systemName: 'foreign', addresses: ['192.0.2.8'] }),
        neighbor({ port: 2, addresses: ['192.0.2.9'], systemName: 'x' }),
        neighbor({ port: 3, mac: macAt(8, 7), systemName: 'twin' }),
      ],
    });
    expect(await briefly(a.clientId)).toMatchObject([
      { kind: 'neighbor', to: 'foreign' },
      { kind: 'neighbor', to: 'x' },
      { kind: 'neighbor', to: 'twin' },
    ]);
    expect((await mapOf(contoso.clientId)).ports).toEqual([]);
  });

  it('that was not added has the vendor of its MAC address, and is the same at two switches', async () => {
    const { a } = await addPlace();
    const [one, two] = [await addDevice('sw-1', { place: a }), await addDevice('sw-2', { place: a })];
    const unknown = neighbor({
      mac: macAt(7, 7),
      systemName: 'phone',
      remotePort: macAt(7, 7),
      remoteDescription: 'Port 1',
    });
    await store(one, { ports: ports(1), neighbors: [unknown] });
    await store(two, { ports: ports(2), neighbors: [unknown] });
    const { ports: found } = await mapOf(a.clientId);
    expect(found.map(({ station, key, remotePort }) => [station.vendor, key, remotePort])).toEqual(
      [1, 2].map(() => ['Intel Corporate', `mac ${macAt(7, 7)}`, 'Port 1']),
    );
  });

  it('is one row where it names itself by both protocols', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw-1', { place: a });
    await store(id, {
      ports: ports(1),
      neighbors: [
        neighbor({ protocol: 'CDP', systemName: 'Core', chassis: 'core', remotePort: 'GigabitEthernet0/1' }),
        neighbor({ mac: macAt(7, 1), systemName: 'core', remotePort: 'Gi0/1' }),
        neighbor({ mac: macAt(7, 2), systemName: 'another' }),
      ],
    });
    expect(await briefly(a.clientId)).toMatchObject([
      { to: 'core', knownBy: 'LLDP,CDP', remotePort: 'Gi0/1' },
      { to: 'another', knownBy: 'LLDP' },
    ]);
  });

  it('is one link with two ends, and two links where two cables lead to it', async () => {
    const { a } = await addPlace();
    const [one, two] = [await addDevice('sw-1', { place: a }), await addDevice('sw-2', { place: a })];
    const cable = (name: string, here: number, there: string) =>
      neighbor({ port: here, systemName: name, remotePort: there });
    await store(one, {
      ports: ports(1),
      neighbors: [cable('sw-2', 1, 'GigabitEthernet1/0/3'), cable('sw-2', 2, macAt(2, 4))],
    });
    await store(two, { ports: ports(2), neighbors: [cable('sw-1', 4, 'Gi1/0/2'), cable('sw-1', 3, 'Gi1/0/1')] });
    const { ports: found } = await mapOf(a.clientId);
    const linkOf = (id: number, port: number) => found.find((each) => each.nodeId === id && each.port === port)?.link;
    expect(linkOf(one, 1)).toBe(linkOf(two, 3));
    expect(linkOf(one, 2)).toBe(linkOf(two, 4));
    expect(linkOf(one, 1)).not.toBe(linkOf(one, 2));
    // As the other device lists it.
    expect(found.map(({ remotePort }) => remotePort)).toEqual(['Gi1/0/3', 'Gi1/0/4', 'Gi1/0/1', 'Gi1/0/2']);
  });
});

describe('MAC addresses behind a port', () => {
  it('are what is connected where there is one: a device, or an address with its IP address and vendor', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw-1', { place: a });
    const printer = await addDevice('printer', { place: a, macs: [macAt(5, 1)] });
    const camera = await addDevice('camera', { place: a, address: '192.0.2.55' });
    await store(id, {
      ports: ports(1),
      forwarding: [
        ...learned(1, macAt(5, 1)),
        ...learned(2, macAt(5, 2)),
        ...learned(3, macAt(5, 3)),
        ...learned(4, 'd6:00:00:00:00:01'),
      ],
      addresses: [
        { address: 'fe80::1', mac: macAt(5, 2) },
        { address: '192.0.2.52', mac: macAt(5, 2) },
        { address: '192.0.2.55', mac: macAt(5, 3) },
      ],
    });
    const { ports: found, devices } = await mapOf(a.clientId);
    expect(found.map(brief)).toMatchObject([
      { kind: 'device', to: printer, knownBy: 'MAC', count: 1 },
      { kind: 'address', to: macAt(5, 2) },
      // It never told its MAC address, and ARP does.
      { kind: 'device', to: camera },
      { kind: 'address', to: 'd6:00:00:00:00:01' },
    ]);
    expect(found[1]?.station).toMatchObject({ address: '192.0.2.52', vendor: 'Intel Corporate' });
    // Software chose it.
    expect(found[3]?.station).toMatchObject({ vendor: '' });
    expect(devices.map(({ name }) => name).toSorted()).toEqual(['camera', 'printer', 'sw-1']);
    const { body } = await site.admin.get(`/device/${printer}/neighbor`);
    expect(body['at']).toMatchObject([{ name: 'sw-1', portName: 'Gi1/0/1' }]);
  });

  it('are one group where there are several, with their number and the devices among them first', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw-1', { place: a });
    const known = await addDevice('pc', { place: a, macs: ['00:1b:21:ff:ff:ff'] });
    const many = Array.from({ length: 200 }, (_, place) => macAt(6, place));
    await store(id, { ports: ports(1), forwarding: learned(2, ...many, '00:1b:21:ff:ff:ff') });
    const { ports: found } = await mapOf(a.clientId);
    expect(found.map(brief)).toMatchObject([{ kind: 'group', count: 201, to: '' }]);
    expect(found[0]?.members).toHaveLength(32);
    expect(found[0]?.members[0]).toMatchObject({ nodeId: known, name: 'pc' });
  });

  it('are behind the only switch among them, and the uplinks of a star join without LLDP', async () => {
    const { a } = await addPlace();
    const [core, one, two] = [
      await addDevice('core', { place: a }),
      await addDevice('sw-1', { place: a }),
      await addDevice('sw-2', { place: a }),
    ];
    const pcs = [macAt(6, 1), macAt(6, 2)] as const;
    await store(core, {
      ports: ports(1),
      forwarding: [...learned(1, macAt(2, 1), pcs[0]), ...learned(2, macAt(3, 1), pcs[1])],
    });
    await store(one, {
      ports: ports(2),
      forwarding: [...learned(4, macAt(1, 1), macAt(3, 1), pcs[1]), ...learned(1, pcs[0])],
    });
    await store(two, {
      ports: ports(3),
      forwarding: [...learned(4, macAt(1, 2), macAt(2, 1), pcs[0]), ...learned(1, pcs[1])],
    });
    expect(await briefly(a.clientId)).toMatchObject([
      { from: core, to: one, remotePort: 'Gi1/0/4' },
      { from: core, to: two, remotePort: 'Gi1/0/4' },
      { from: one, to: pcs[0], kind: 'address' },
      { from: one, to: core, kind: 'device', remotePort: 'Gi1/0/1' },
      { from: two, to: pcs[1], kind: 'address' },
      { from: two, to: core, kind: 'device', remotePort: 'Gi1/0/2' },
    ]);
    expect(await links(a.clientId)).toBe(4);
  });

  it('are counted and no link of their own where a device named itself at the port', async () => {
    const { a } = await addPlace();
    const [one, two] = [await addDevice('sw-1', { place: a }), await addDevice('sw-2', { place: a })];
    await store(one, {
      ports: ports(1),
      neighbors: [neighbor({ systemName: 'sw-2' })],
      forwarding: learned(1, macAt(6, 1), macAt(6, 2)),
    });
    // It has no LLDP, and sees the other by its MAC address.
    await store(two, { ports: ports(2), forwarding: learned(3, macAt(1, 1)) });
    expect(await briefly(a.clientId)).toMatchObject([
      { from: one, to: two, knownBy: 'LLDP', count: 2, remotePort: 'Gi1/0/3' },
      { from: two, to: one, knownBy: 'MAC', remotePort: 'Gi1/0/1' },
    ]);
    expect(await links(a.clientId)).toBe(1);
  });
});

describe('the network map', () => {
  it('shows a person the organizations alone that they see, and refreshes those that they may change', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw-1', { place: a, credentialId: credential, parentNodeId: probe });
    await store(id, { ports: ports(1), neighbors: [neighbor({ systemName: 'core' })] });
    const query = `/networkmap?clientId=${a.clientId}`;
    for (const [method, path, body] of [
      ['get', query],
      ['get', `/device/${id}/neighbor`],
      ['post', '/networkmap/export', { clientId: a.clientId }],
      ['post', '/networkmap/refresh', { clientId: a.clientId }],
      // Theirs, with a device that is not.
      ['post', '/networkmap/refresh', { clientId: contoso.clientId, nodeId: id }],
    ] as const) {
      const reply = method === 'get' ? await stranger.who.get(path) : await stranger.who.post(path, body);
      expect(reply.status, `${method} ${path}`).toBe(404);
    }
    expect((await stranger.who.get(`/networkmap?clientId=${contoso.clientId}`)).status).toBe(200);
    const reader = await addPerson(site.server, site.admin, 'Reader');
    const grants = ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: a.clientId }));
    await reader.may([...grants, { permission: 'NODE:Update', entityId: contoso.clientId }]);
    expect((await reader.who.get(query)).status).toBe(200);
    expect((await reader.who.post('/networkmap/refresh', { clientId: a.clientId })).status).toBe(403);
    await reader.may([...grants, { permission: 'NODE:Update', entityId: a.clientId }]);
    expect((await reader.who.post('/networkmap/refresh', { clientId: a.clientId })).status).toBe(200);
    await database().update(node).set({ parentNodeId: null }).where(eq(node.id, id));
    const offline = await reader.who.post('/networkmap/refresh', { clientId: a.clientId });
    expect([offline.status, offline.body['errorCode']]).toEqual([409, 'device_offline']);
  });

  it('is narrowed to a location, and counts the devices that are asked and have answered', async () => {
    const { a, b } = await addPlace();
    const here = await addDevice('here', { place: a, credentialId: credential });
    const there = await addDevice('there', { place: b, credentialId: credential });
    await addDevice('waiting', { place: a, credentialId: credential });
    await store(here, { ports: ports(1), neighbors: [neighbor({ systemName: 'there' })] });
    await store(there, { ports: ports(2), neighbors: [neighbor({ systemName: 'other' })] });
    const whole = await mapOf(a.clientId);
    expect([whole.asked, whole.answered, whole.ports.length]).toEqual([3, 2, 2]);
    const part = await mapOf(a.clientId, `&locationId=${a.locationId}`);
    expect([part.asked, part.answered, part.ports.map(({ nodeId }) => nodeId)]).toEqual([2, 1, [here]]);
    // What stands at the other end is on the map all the same.
    expect(part.devices.map(({ name }) => name).toSorted()).toEqual(['here', 'there']);
  });

  it('says how many ports one reply leaves out', async () => {
    const { a } = await addPlace();
    const id = await addDevice('sw', { place: a });
    await store(id, { forwarding: [1, 2, 3].flatMap((port) => learned(port, macAt(9, port))) });
    const actor = { kind: 'user', userId: 1, email: 'a@example.com', name: 'A', sysadmin: true, grants: [] } as const;
    const { ports: found, omitted } = await readMap(database(), actor, { clientId: a.clientId }, 2);
    expect([found.length, omitted]).toEqual([2, 1]);
    const list = await listNeighbors(database(), actor, id, 2);
    expect([list.ports.length, list.at.length, list.omitted]).toEqual([2, 0, 1]);
    const { file } = await exportMap(database(), actor, { clientId: a.clientId }, new Date(), 2);
    let text = '';
    for await (const part of file.text) text += part;
    expect(text.trim().split('\r\n').at(-1)).toBe('"1 more port: export one location at a time"');
  });

  it('lists the ports of others that lead to a device within the same bound', async () => {
    const { a } = await addPlace();
    const here = await addDevice('here', { place: a, macs: [macAt(8, 1)] });
    for (const name of ['one', 'two', 'three'])
      await store(await addDevice(name, { place: a }), { forwarding: learned(1, macAt(8, 1)) });
    const actor = { kind: 'user', userId: 1, email: 'a@example.com', name: 'A', sysadmin: true, grants: [] } as const;
    const all = await listNeighbors(database(), actor, here);
    expect([all.at.length, all.omitted]).toEqual([3, 0]);
    const some = await listNeighbors(database(), actor, here, 2);
    expect([some.at.length, some.omitted]).toEqual([2, 1]);
  });

  it('is exported as CSV with a line for each member of a group, and no cell that a spreadsheet would run', async () => {
    const { a } = await addPlace();
    const id = await addDevice('=sw', { place: a });
    await store(id, {
      ports: ports(1),
      neighbors: [neighbor({ systemName: '=cmd()', mac: macAt(4, 1), remotePort: 'Gi0/1' })],
      forwarding: learned(2, macAt(4, 2), 'd6:00:00:00:00:01'),
    });
    const { body } = await site.admin.post('/networkmap/export', { clientId: a.clientId });
    const [head = '', ...lines] = String(body['text']).trim().replaceAll('"', '').split('\r\n');
    expect(head).toContain('Switch,Port,Leads to,Port there,MAC,Address,Vendor,Known by,First seen,Last seen');
    const at = '2026-11-27T10:00:00.000Z';
    expect(lines).toEqual([
      `'=sw,Gi1/0/1,'=cmd(),Gi0/1,${macAt(4, 1)},,Intel Corporate,LLDP,${at},${at}`,
      `'=sw,Gi1/0/2,${macAt(4, 2)},,${macAt(4, 2)},,Intel Corporate,MAC table,${at},${at}`,
      `'=sw,Gi1/0/2,d6:00:00:00:00:01,,d6:00:00:00:00:01,,Locally administered,MAC table,${at},${at}`,
    ]);
  });
});
