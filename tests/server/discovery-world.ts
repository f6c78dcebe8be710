import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect } from 'vitest';
import { node } from '#server/database/schema/nodes.ts';
import { addPerson, credentialBody, type Person } from '../contract/site.ts';
import { startAgent, startSite, until } from './agent-rig.ts';
import type { Discover, Host } from './found-host.ts';

export const pings = { pingTimeoutMS: 500, pingPacketTTL: 127, pingsPerNode: 2, delayBetweenPingsMS: 300 };
export const keys = (...list: string[]) => ({ all: false, keys: list });
/** The request that selects the devices with these addresses. */
export const selecting = (...list: string[]) => ({ devices: { selected: keys(...list) } });

/** What is added is polled by its own tests (server/polling). */
const poll = async () => ({ results: [] });

/** A server with a site, a technician who may add devices there, and an SNMP credential. Starts before the tests of the file. */
export function discoveryWorld() {
  const world = {} as {
    site: Awaited<ReturnType<typeof startSite>>;
    technician: Person;
    /** Id of an SNMP v2c credential. */
    community: number;
  };
  beforeAll(async () => {
    world.site = await startSite();
    const { server, admin, place } = world.site;
    world.community = await added(credentialBody(place.clientId, 'Switches'));
    world.technician = await addPerson(server, admin, 'Technician');
    await world.technician.may(
      ['ORGANIZATION:View', 'NODE:View', 'NODE:Create'].map((permission) => ({ permission, entityId: place.clientId })),
    );
  });

  /** Adds a credential and gives its id. */
  async function added(body: object): Promise<number> {
    return Number((await world.site.admin.post('/credential', body)).body['credential']?.['id']);
  }

  /** A real agent whose discovery does what the test says. */
  async function probe(work: Discover): Promise<number> {
    const token = await world.site.freshToken();
    const agent = startAgent(world.site.server.url, { token, methods: { 'network.discover': work }, poll });
    const id = await agent.nodeId();
    await until(async () => expect(await world.site.deviceState(id)).toBe('online'));
    return id;
  }

  /** A probe that finds these hosts. */
  const finding = (...hosts: Host[]) =>
    probe(async ({ addresses }, { item, progress }) => {
      for (const found of hosts) item(found);
      progress({ done: addresses.length, total: addresses.length });
      return { reached: hosts.length, unreachable: 0 };
    });

  const settings = (nodeId: number, more: Record<string, unknown> = {}) => ({
    org: world.site.place.clientId,
    location: world.site.place.locationId,
    networkProbe: { nodeId },
    ipTargets: '198.51.100.1-9',
    snmpCredOne: world.community,
    ...pings,
    ...more,
  });

  /** Runs a discovery to its end and gives the id of its run. */
  async function discovered(nodeId: number, more?: Record<string, unknown>): Promise<string> {
    const { who } = world.technician;
    const { status, body } = await who.post('/networkdiscovery', settings(nodeId, more));
    expect(status, JSON.stringify(body)).toBe(200);
    const id = String(body['id']);
    await until(async () => expect((await who.get(`/run/${id}`)).body).toMatchObject({ state: 'done' }));
    return id;
  }

  const devicesAt = (ip: string) =>
    world.site.server.services.database
      .select()
      .from(node)
      .where(and(eq(node.organizationId, world.site.place.clientId), sql`${ip} = any(${node.ipAddresses})`));

  return Object.assign(world, { added, probe, finding, settings, discovered, devicesAt });
}
