// The interfaces of network devices, from the reading of their probe to what a person sees.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InterfacesRead, NetworkInterface } from '#api/contract/agent-methods/interfaces.ts';
import { addPerson, credentialBody, type Person } from '#tests/contract/site.ts';
import { startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { node } from '../database/schema/nodes.ts';
import { deviceInterface, devicePoll } from '../database/schema/polling.ts';
import { storeInterfaces } from './store-interfaces.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let stranger: Person;
let credential: number;
let probe: number;
/** What the probe was asked. */
const requests: InterfacesRead[] = [];

const port = (more: Partial<NetworkInterface> = {}): NetworkInterface => ({
  index: 1,
  name: 'Gi0/1',
  alias: '',
  enabled: true,
  up: true,
  speed: 1000,
  wide: true,
  inOctets: '1000',
  outOctets: '2000',
  inErrors: 0,
  outErrors: 0,
  ...more,
});

beforeAll(async () => {
  site = await startSite();
  const { body } = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  stranger = await addPerson(site.server, site.admin, 'Stranger');
  await stranger.may(
    ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: Number(body['client']?.['id']) })),
  );
  const added = await site.admin.post('/credential', credentialBody(site.place.clientId, 'Switches'));
  credential = Number(added.body['credential']?.['id']);
  const agent = startAgent(site.server.url, {
    token: await site.freshToken(),
    // Those with an odd address answer SNMP.
    poll: async ({ targets }) => ({
      results: targets.map(({ nodeId, address }) => ({
        nodeId,
        answered: 'ping' as const,
        pingMS: 1,
        received: 3,
        upSeconds: Number(address.split('.')[3]) % 2 === 1 ? 60 : null,
      })),
    }),
    async readInterfaces(request) {
      requests.push(request);
      return { interfaces: [port({ name: 'Gi\u00000/1', inOctets: String(1000 * requests.length) })] };
    },
    until: 'file',
  });
  probe = await agent.nodeId();
});

const database = () => site.server.services.database;

async function addDevice(address: string, credentialId: number | null, parentNodeId: number | null = probe) {
  const { clientId: organizationId, locationId } = site.place;
  const place = { organizationId, locationId, parentNodeId, ipAddresses: [address] };
  const [row] = await database()
    .insert(node)
    .values({ name: address, nodeClass: 'NMS_SWITCH', nodeType: 'NMS_DEVICE', ...place })
    .returning({ id: node.id });
  const id = row?.id ?? 0;
  await database().insert(devicePoll).values({ nodeId: id, credentialId });
  return id;
}

type Listed = { items: Record<string, unknown>[]; readAt: string | null };
const listed = async (id: number) => (await site.admin.get(`/device/${id}/interface`)).body as never as Listed;

describe('the interfaces of a network device', () => {
  it('are read by its probe with its credential, again and again, and only where SNMP is answered', async () => {
    const id = await addDevice('198.51.100.1', credential);
    const pingOnly = await addDevice('198.51.100.2', credential);
    const without = await addDevice('198.51.100.3', null);
    await until(async () => expect((await listed(id)).items).toMatchObject([{ name: 'Gi 0/1', up: true }]));
    // The second reading has rates.
    await until(async () => expect((await listed(id)).items[0]?.['inRate']).toBeGreaterThan(0));
    expect(requests[0]).toEqual({
      address: '198.51.100.1',
      credential: { credentialType: 'SNMP_V2C', community: 'public' },
    });
    expect(new Set(requests.map(({ address }) => address))).toEqual(new Set(['198.51.100.1']));
    expect([await listed(pingOnly), await listed(without)]).toEqual([
      { items: [], readAt: null },
      { items: [], readAt: null },
    ]);
    expect((await stranger.who.get(`/device/${id}/interface`)).status).toBe(404);
  });

  /** Stores readings a minute apart and gives what is listed in the end. */
  async function after(...readings: NetworkInterface[][]) {
    const id = await addDevice('198.51.100.9', null, null);
    const begun = Date.parse('2026-11-26T10:00:00.000Z');
    for (const [index, reading] of readings.entries())
      await storeInterfaces(database(), id, reading, new Date(begun + index * 60_000));
    return listed(id);
  }

  it('have no rates at first, then bits a second since the reading before', async () => {
    expect((await after([port()])).items).toMatchObject([{ inRate: null, outRate: null, turnedAt: null }]);
    const second = port({ inOctets: '76000', outOctets: '2000' });
    expect(await after([port()], [second])).toMatchObject({
      items: [{ inRate: 10_000, outRate: 0 }],
      readAt: '2026-11-26T10:01:00.000Z',
    });
  });

  it('count on where a counter of 64 bits exceeds what a number holds', async () => {
    const [before, later] = ['18446744073709000000', '18446744073709075000'];
    expect((await after([port({ inOctets: before })], [port({ inOctets: later })])).items[0]?.['inRate']).toBe(10_000);
  });

  it('count over the end of a counter of 32 bits, and have no rate where one of 64 bits began anew', async () => {
    const narrow = (inOctets: string) => [port({ wide: false, inOctets })];
    expect((await after(narrow('4294967000'), narrow('704'))).items[0]?.['inRate']).toBeCloseTo(133.33, 1);
    expect((await after([port({ inOctets: '76000' })], [port()])).items[0]?.['inRate']).toBeNull();
    // Faster than the interface: the device started again.
    const slow = (inOctets: string) => [port({ wide: false, speed: 10, inOctets })];
    expect((await after(slow('4000000000'), slow('1000'))).items[0]?.['inRate']).toBeNull();
    expect((await after(narrow('1'), [port()])).items[0]?.['inRate']).toBeNull();
    expect((await after([port({ inOctets: null })], [port()])).items[0]?.['inRate']).toBeNull();
  });

  it('say when they went down, and are removed when the device no longer has them', async () => {
    const down = port({ up: false });
    const { items } = await after([port(), port({ index: 2 })], [down], [down]);
    expect(items).toMatchObject([{ index: 1, up: false, turnedAt: '2026-11-26T10:01:00.000Z' }]);
    expect(items).toHaveLength(1);
  });

  it('go with their device', async () => {
    const id = await addDevice('198.51.100.10', null, null);
    await storeInterfaces(database(), id, [port()], new Date());
    expect((await site.admin.delete(`/device/${id}`)).status).toBe(200);
    await purgeNow(site.server);
    // A reading that was under way.
    await storeInterfaces(database(), id, [port()], new Date());
    expect(await database().select().from(deviceInterface).where(eq(deviceInterface.nodeId, id))).toEqual([]);
  });
});
