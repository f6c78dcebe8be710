// Network devices as their probe polls them: what is sent, what is stored, and what a person reads of it.
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentOptions } from '#agent/agent.ts';
import {
  mostPollCredentials,
  mostPolled,
  type DevicesPoll,
  type PollResult,
} from '#api/contract/agent-methods/polling.ts';
import { addPerson, credentialBody, type Person } from '#tests/contract/site.ts';
import { greetedSocket, startAgent, startSite, until } from '#tests/server/agent-rig.ts';
import { purgeNow } from '#tests/server/purge-now.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { prune, rollUp } from '../monitors/results/rollup.ts';
import { requestsFor } from './poll-probe.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let stranger: Person;
beforeAll(async () => {
  site = await startSite();
  const { body } = await site.admin.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
  stranger = await addPerson(site.server, site.admin, 'Stranger');
  await stranger.may(
    ['ORGANIZATION:View', 'NODE:View'].map((permission) => ({ permission, entityId: Number(body['client']?.['id']) })),
  );
});

type Answer = Partial<Omit<PollResult, 'nodeId'>>;
const silent = { answered: null, pingMS: null, received: 0, upSeconds: null };
const answers = (answer: Answer = {}): Omit<PollResult, 'nodeId'> => ({
  answered: 'ping',
  pingMS: 12,
  received: 3,
  upSeconds: null,
  ...answer,
});

/** What the probe answers for each address; those without one stay silent. */
let network: Map<string, Omit<PollResult, 'nodeId'>>;
/** What it was asked. */
let requests: DevicesPoll[];
beforeEach(() => {
  network = new Map();
  requests = [];
});

async function startProbe(
  poll: AgentOptions['poll'] = async (request) => {
    requests.push(request);
    return {
      results: request.targets.map(({ nodeId, address }) => ({ nodeId, ...(network.get(address) ?? silent) })),
    };
  },
) {
  const agent = startAgent(site.server.url, { token: await site.freshToken(), poll });
  const id = await agent.nodeId();
  await until(async () => expect(await site.deviceState(id)).toBe('online'));
  return { id, stop: agent.stop };
}

const database = () => site.server.services.database;
let last = 0;

async function addDevice(
  probe: number | null,
  { credentialId = null, ...more }: { credentialId?: number | null; organizationId?: number; locationId?: number } = {},
): Promise<{ id: number; address: string }> {
  const address = `198.51.100.${(last += 1)}`;
  const [row] = await database()
    .insert(node)
    .values({
      name: address,
      nodeClass: 'NMS_SWITCH',
      nodeType: 'NMS_DEVICE',
      organizationId: site.place.clientId,
      locationId: site.place.locationId,
      parentNodeId: probe,
      ipAddresses: [address],
      ...more,
    })
    .returning({ id: node.id });
  const id = row?.id ?? 0;
  await database().insert(devicePoll).values({ nodeId: id, credentialId });
  return { id, address };
}

const polling = async (id: number) => (await site.device(id))['polling'] as unknown as Record<string, unknown>;

describe('a network device', () => {
  it('is online once it answers, with the round trip and its start', async () => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers({ pingMS: 12.5, received: 2, upSeconds: 3600 }));
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    const seen = await polling(id);
    expect(seen).toMatchObject({ answered: 'ping', pingMS: 12.5, sent: 3, received: 2, inability: null });
    expect(seen['probe']).toMatchObject({ nodeId: probe.id });
    expect(Date.now() - Date.parse(String(seen['bootedAt']))).toBeGreaterThan(3_599_000);
    expect(Date.now() - Date.parse(String(seen['since']))).toBeLessThan(20_000);
    // Its SNMP stopped: when it started is unknown.
    network.set(address, answers());
    await until(async () => expect(await polling(id)).toMatchObject({ answered: 'ping', bootedAt: null }));
    const { items } = (await site.admin.get(`/device?search=${address}`)).body as never as { items: unknown[] };
    expect(items).toMatchObject([{ id, status: { state: 'online' } }]);
  });

  it.each(['snmp', 'tcp'] as const)('is online while it answers by %s alone', async (answered) => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers({ answered, pingMS: null, received: 0 }));
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    expect(await polling(id)).toMatchObject({ answered, pingMS: null });
  });

  it('is offline after two polls without an answer, not after one, since the first of them', async () => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers());
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    network.delete(address);
    const failed = await until(async () => {
      const state = await polling(id);
      expect(state['answered']).toBeNull();
      return state;
    });
    const count = () => requests.length;
    const before = count();
    if ((await stateOf(id)).failures === 1) expect(await site.deviceState(id)).toBe('online');
    await until(async () => expect(await site.deviceState(id)).toBe('offline'));
    expect(count()).toBeGreaterThanOrEqual(before);
    expect((await polling(id))['since']).toBe(failed['polledAt']);
    const { status } = (await site.device(id)) as never as { status: { at: string } };
    expect(Date.parse(status.at)).toBeLessThan(Date.parse(String(failed['polledAt'])));
  });

  it('has its polls as points of a plot, and stays in it when they are rolled up', async () => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers({ pingMS: 4 }));
    const results = async () =>
      (await site.admin.get(`/device/${id}/results`)).body as never as { points: object[]; availability: number };
    await until(async () => expect((await results()).points.length).toBeGreaterThan(1));
    expect(await results()).toMatchObject({ availability: 1, step: null });
    expect((await results()).points[0]).toMatchObject({ responseTime: 4, up: 1, checks: 1 });
    expect((await stranger.who.get(`/device/${id}/results`)).status).toBe(404);
    expect((await site.admin.get('/device/999999/results')).status).toBe(404);
    await rollUp(database(), new Date(Date.now() + 400_000));
    await prune(database(), new Date());
    const rolledUp = await database().execute(
      sql`select sum(checks)::int as checks from monitor_rollup where monitor_id = ${id} and resolution = 300`,
    );
    expect(rolledUp.rows[0]?.['checks']).toBeGreaterThan(1);
    expect((await results()).points.length).toBeGreaterThan(1);
  });

  it('takes its results with it when it is deleted', async () => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers());
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    const rows = async () =>
      (await database().execute(sql`select 1 from monitor_result where monitor_id = ${id}`)).rows.length;
    expect(await rows()).toBeGreaterThan(0);
    await probe.stop();
    expect((await site.admin.delete(`/device/${id}`)).status).toBe(200);
    await purgeNow(site.server);
    expect(await rows()).toBe(0);
  });

  it('is neither online nor offline once its probe is gone, and says so', async () => {
    const probe = await startProbe();
    const { id, address } = await addDevice(probe.id);
    network.set(address, answers());
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    await probe.stop();
    await until(async () => expect(await site.deviceState(id)).toBe('unmonitored'));
    expect((await polling(id))['inability']).toBe('The network probe of this device is offline.');
    expect((await site.admin.delete(`/device/${probe.id}`)).status).toBe(200);
    expect(await polling(id)).toMatchObject({
      probe: null,
      inability: 'The network probe of this device was removed.',
    });
  });

  it('is not polled by an agent that cannot, and says which version could', async () => {
    const { nodeId, key } = await site.enrolled();
    const { messages, ask } = await greetedSocket(site.server, key, ['inventory@1', 'discovery@4']);
    const { id } = await addDevice(nodeId);
    await until(async () => expect(await site.deviceState(nodeId)).toBe('online'));
    // Several rounds.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await ask('heartbeat', {});
    expect((await polling(id))['inability']).toBe(
      'This agent’s version (1) cannot do a device poll: it lacks polling@1. Install the agent of this server.',
    );
    expect(messages.filter(({ method }) => method === 'devices.poll')).toEqual([]);
  });
});

describe('what a probe is asked', () => {
  it('has the credential that the device answered, with its secret, and none of another organization', async () => {
    const added = async (clientId: number) =>
      Number(
        (await site.admin.post('/credential', credentialBody(clientId, `Switches ${clientId}`))).body['credential']?.[
          'id'
        ],
      );
    const { body } = await site.admin.post('/client', { name: 'Fabrikam', locations: [{ name: 'Main' }] });
    const [own, others] = [await added(site.place.clientId), await added(Number(body['client']?.['id']))];
    const probe = await startProbe();
    const devices = [
      await addDevice(probe.id, { credentialId: own }),
      await addDevice(probe.id, { credentialId: others }),
      await addDevice(probe.id),
    ];
    await until(() => expect(requests.flatMap(({ targets }) => targets).length).toBeGreaterThanOrEqual(3));
    const sent = new Map(
      requests.flatMap(({ targets, credentials }) =>
        targets.map(({ nodeId, credential }) => [nodeId, credential === null ? null : credentials[credential]]),
      ),
    );
    expect(devices.map(({ id }) => sent.get(id))).toEqual([
      expect.objectContaining({ credentialType: 'SNMP_V2C', community: expect.any(String) }),
      null,
      null,
    ]);
    expect(await polling(devices[0]?.id ?? 0)).toMatchObject({ credentialName: expect.stringContaining('Switches') });
    await site.admin.delete(`/credential/${own}`);
    await until(() => expect(requests.at(-1)?.credentials).toEqual([]));
  });

  it('is one request at a time, and answers for the devices of that request alone', async () => {
    const other = await addDevice(null);
    let under = 0;
    let most = 0;
    const probe = await startProbe(async ({ targets }) => {
      under += 1;
      most = Math.max(most, under);
      // Longer than the pause between two polls.
      await new Promise((resolve) => setTimeout(resolve, 700));
      under -= 1;
      return {
        results: [...targets.map(({ nodeId }) => nodeId), other.id].map((nodeId) => ({ nodeId, ...answers() })),
      };
    });
    const { id } = await addDevice(probe.id);
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(most).toBe(1);
    expect(await site.deviceState(other.id)).toBe('unmonitored');
  });

  it('is asked again at the next time when it failed', async () => {
    let count = 0;
    const probe = await startProbe(async ({ targets }) => {
      count += 1;
      if (count === 1) throw new Error('no way out');
      return { results: targets.map(({ nodeId }) => ({ nodeId, ...answers() })) };
    });
    const { id } = await addDevice(probe.id);
    await until(async () => expect(await site.deviceState(id)).toBe('online'));
    expect(count).toBeGreaterThan(1);
  });

  it('never lists more credentials than a request may, and leaves no device out', () => {
    const ids = Array.from({ length: mostPollCredentials + 3 }, (_, index) => index + 1);
    const known = new Map(ids.map((id) => [id, { credentialType: 'SNMP_V2C' as const, community: `c${id}` }]));
    const devices = Array.from({ length: mostPolled }, (_, index) => ({
      nodeId: index + 1,
      address: '192.0.2.1',
      // The last is of a credential that is gone.
      credentialId: index % 4 === 0 ? null : index === mostPolled - 1 ? 999 : (index % ids.length) + 1,
    }));
    const made = requestsFor(devices, known);
    expect(Math.max(...made.map(({ credentials }) => credentials.length))).toBeLessThanOrEqual(mostPollCredentials);
    const targets = made.flatMap(({ targets: some, credentials }) =>
      some.map(({ nodeId, credential }) => [nodeId, credential === null ? null : credentials[credential]?.community]),
    );
    expect(targets.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(
      devices.map(({ nodeId, credentialId }) => [nodeId, known.get(credentialId ?? 0)?.community ?? null]),
    );
    expect(requestsFor(devices.slice(0, 3), new Map()).map(({ credentials }) => credentials)).toEqual([[]]);
  });
});

async function stateOf(id: number): Promise<{ failures: number }> {
  const [row] = await database().select().from(devicePoll).where(eq(devicePoll.nodeId, id));
  return { failures: row?.failures ?? 0 };
}
