import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { readInventory } from '#agent/inventory/inventory.ts';
import { closeCodes } from '#api/contract/agent.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { afterTest } from '#tests/clean-up.ts';
import {
  agentPace,
  enrollBody,
  greetedSocket,
  startAgent,
  startSite,
  temporaryDirectory,
  until,
} from '#tests/server/agent-rig.ts';
import { startTestServer } from '#tests/server/harness.ts';
import { hashToken } from '../accounts/tokens.ts';
import { agent as agentTable, agentCommand, agentEnrollment } from '../database/schema/agents.ts';
import { audit } from '../database/schema/audit.ts';
import { node } from '../database/schema/nodes.ts';
import { storeCommand } from '#tests/server/stored-run.ts';
import { pendingCommands } from './command-queue.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let inventory: Inventory;
beforeAll(async () => {
  site = await startSite();
  inventory = await readInventory();
});

describe('an agent', () => {
  it('enrols with its token, reports this machine, and is shown online with its inventory', async () => {
    const agent = startAgent(site.server.url, { token: await site.freshToken() });
    const id = await agent.nodeId();
    await until(async () => expect((await site.device(id))['inventory']).not.toBeNull());
    const shown = await site.device(id);
    expect(shown).toMatchObject({
      name: inventory.hostName,
      status: { state: 'online', at: null },
      clientId: site.place.clientId,
      locationName: 'Delft',
      osName: inventory.os.name,
      agent: {
        version: '1.2.3',
        capabilities: [
          'inventory@1',
          'network@1',
          'discovery@4',
          'credentials@2',
          'vm-host@1',
          'directory@1',
          'scripts@1',
          'installers@2',
          'applications@1',
          'power@1',
          'backup-data@1',
          'polling@1',
          'interfaces@1',
          'topology@1',
          'deployment@1',
          'preflight@1',
          'performance@1',
          'services@1',
          'desired-state@1',
          'backup@1',
        ],
      },
      inventory: { hostName: inventory.hostName, cpu: inventory.cpu },
    });
    const list = (await site.admin.get('/device?search=delft')).body;
    expect(list['items']).toEqual(expect.arrayContaining([expect.objectContaining({ id, name: inventory.hostName })]));
    expect(statSync(join(agent.dataDirectory, 'identity.json')).mode & 0o777).toBe(0o600);
    const rows = await site.server.services.database
      .select()
      .from(audit)
      .where(eq(audit.entityId, String(id)));
    expect(rows.map((row) => row.action)).toContain('NODE_CREATED');
    expect(JSON.stringify(rows)).not.toContain(
      JSON.parse(readFileSync(join(agent.dataDirectory, 'identity.json'), 'utf8')).key,
    );
  });

  it('is told of to who made its token, and to nobody else', async () => {
    const made = await site.admin.post('/device/enrollment', site.place);
    const { id, token, serverUrl, programUrl } = made.body as never as Record<string, string>;
    expect(serverUrl).toBe(site.server.services.settings.publicUrl);
    expect([null, `${serverUrl}/agent/cairn-agent.mjs`]).toContain(programUrl);
    expect((await site.admin.get(`/device/enrollment/${id}`)).body).toMatchObject({ state: 'waiting', node: null });
    const agent = startAgent(site.server.url, { token: String(token) });
    const nodeId = await agent.nodeId();
    const after = (await site.admin.get(`/device/enrollment/${id}`)).body;
    expect(after).toMatchObject({ state: 'used', node: { id: nodeId } });
    expect(JSON.stringify(after)).not.toContain(token);
    expect((await site.admin.get('/device/enrollment/999999')).status).toBe(404);
  });

  it('is offline, with the time it was last seen, once it stopped and the grace is over', async () => {
    const { nodeId, key } = await site.enrolled();
    const { socket } = await greetedSocket(site.server, key);
    await until(async () => expect(await site.deviceState(nodeId)).toBe('online'));
    socket.close();
    await until(async () => expect(await site.deviceState(nodeId)).toBe('offline'));
    expect(Date.now() - new Date(String((await site.device(nodeId))['status']?.['at'])).getTime()).toBeLessThan(10_000);
    expect(
      (await site.admin.post(`/device/${nodeId}/command`, { method: 'inventory.read', params: {} })).body,
    ).toMatchObject({
      errorCode: 'device_offline',
      errorMessage: "You can't connect or send commands to an offline device.",
    });
  });

  it('stays online through a reconnect within the grace', async () => {
    const { nodeId, key } = await site.enrolled();
    const first = await greetedSocket(site.server, key);
    first.socket.terminate();
    await greetedSocket(site.server, key).then(({ ask }) => {
      const beat = setInterval(() => void ask('heartbeat', {}).catch(() => undefined), 100);
      afterTest(() => clearInterval(beat));
    });
    for (let look = 0; look < 25; look += 1) {
      expect(await site.deviceState(nodeId)).toBe('online');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('is offline when it falls silent while its connection stands', async () => {
    const { nodeId, key } = await site.enrolled();
    const { closed } = await greetedSocket(site.server, key);
    await until(async () => expect(await site.deviceState(nodeId)).toBe('online'));
    await until(async () => expect(await site.deviceState(nodeId)).toBe('offline'));
    await closed;
  });

  it('was last seen when it last sent a heartbeat', async () => {
    const { nodeId, key } = await site.enrolled();
    const { ask } = await greetedSocket(site.server, key);
    const seen = async () => {
      const [row] = await site.server.services.database.select().from(agentTable).where(eq(agentTable.nodeId, nodeId));
      return row?.lastSeenAt?.getTime() ?? 0;
    };
    const before = await seen();
    await ask('heartbeat', {});
    await until(async () => expect(await seen()).toBeGreaterThan(before));
  });

  it('gives its place to a newer connection with the same key', async () => {
    const { nodeId, key } = await site.enrolled();
    const first = await greetedSocket(site.server, key);
    await greetedSocket(site.server, key);
    expect(await first.closed).toBe(closeCodes.replaced);
    expect(await site.deviceState(nodeId)).toBe('online');
  });

  it('is asked for its inventory by the console', async () => {
    let serial = 0;
    const read = async () => ({ ...inventory, machine: { ...inventory.machine, biosSerialNumber: `S${++serial}` } });
    const agent = startAgent(site.server.url, { token: await site.freshToken(), read });
    const id = await agent.nodeId();
    await until(async () => expect((await site.device(id))['biosSerialNumber']).not.toBe(''));
    const before = (await site.device(id))['biosSerialNumber'];
    expect(
      (await site.admin.post(`/device/${id}/command`, { method: 'inventory.read', params: {} })).body,
    ).toMatchObject({ kind: 'agent:inventory.read', subject: String(id), state: 'running' });
    await until(async () => expect((await site.device(id))['biosSerialNumber']).not.toBe(before));
    const [command] = await site.server.services.database
      .select()
      .from(agentCommand)
      .where(eq(agentCommand.nodeId, id));
    await until(async () => {
      const [row] = await site.server.services.database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
      expect(row?.state).toBe('done');
    });
    expect(command?.method).toBe('inventory.read');
  });

  it('reports its inventory at once when it first connects, and some time after it comes back', async () => {
    let read = 0;
    const counted = async () => {
      read += 1;
      return inventory;
    };
    const inventoriesMs = 60_000;
    const agent = startAgent(site.server.url, { token: await site.freshToken(), read: counted, inventoriesMs });
    const id = await agent.nodeId();
    await until(async () => expect((await site.device(id))['inventory']).not.toBeNull());
    const before = read;
    const { key } = JSON.parse(readFileSync(join(agent.dataDirectory, 'identity.json'), 'utf8')) as { key: string };
    // Whoever connects last with a key has its place; the agent comes back when it is free.
    const other = await greetedSocket(site.server, key);
    await until(() => expect(agent.lines.join()).toContain('ended'));
    other.socket.terminate();
    await until(() => expect(agent.lines.filter((line) => line.startsWith('connected to'))).toHaveLength(2));
    expect(read).toBe(before);
  });

  it('executes a command once that is sent to it again after a lost connection', async () => {
    const { nodeId, key } = await site.enrolled();
    const commandId = await storeCommand(site.server.services, { nodeId, method: 'inventory.read', params: {} });
    const first = await greetedSocket(site.server, key);
    await until(() =>
      expect(first.messages).toContainEqual(
        expect.objectContaining({ method: 'inventory.read', params: { commandId } }),
      ),
    );
    first.socket.terminate();
    const second = await greetedSocket(site.server, key);
    const asked = () => second.messages.filter((message) => message['method'] === 'inventory.read');
    await until(() => expect(asked()).toHaveLength(1));
    const answer = (id: unknown) => second.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: inventory }));
    answer(asked()[0]?.['id']);
    await until(async () =>
      expect(
        (await site.server.services.database.select().from(agentCommand).where(eq(agentCommand.id, commandId)))[0]
          ?.state,
      ).toBe('done'),
    );
    // A second answer to it, and an answer to nothing, change nothing.
    answer(commandId);
    answer(randomUUID());
    expect(await second.ask('heartbeat', {})).toHaveProperty('result');
    expect(asked()).toHaveLength(1);
  });

  it('gets no command that expired before it came', async () => {
    const { database } = site.server.services;
    const { nodeId } = await site.enrolled();
    const id = await storeCommand(site.server.services, { nodeId, method: 'inventory.read', params: {} });
    const [command] = await database.select().from(agentCommand).where(eq(agentCommand.id, id));
    const waiting = async (milliseconds: number) => {
      const at = new Date(Number(command?.expiresAt) + milliseconds);
      return (await pendingCommands(database, [nodeId], at)).map((each) => each.id);
    };
    expect(await waiting(-1)).toEqual([id]);
    expect(await waiting(1)).toEqual([]);
  });

  it('cannot enrol with a token that expired', async () => {
    const token = await site.freshToken();
    const enroll = async () => (await site.server.visitor().post('/agent/enroll', enrollBody(token))).body;
    const expires = (at: number) =>
      site.server.services.database
        .update(agentEnrollment)
        .set({ expiresAt: new Date(at) })
        .where(eq(agentEnrollment.tokenHash, hashToken(token)));
    await expires(Date.now() - 1000);
    expect(await enroll()).toMatchObject({ errorCode: 'enrollment_token_incorrect' });
    await expires(Date.now() + 60_000);
    expect(await enroll()).toMatchObject({ resultCode: 'SUCCESS' });
  });

  it('comes back by itself after the server was restarted, as the same device', async () => {
    const own = await startTestServer({ settings: { agentPace } });
    const owner = await own.signInAsAdmin();
    await owner.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const { body } = await owner.post('/device/enrollment', { clientId: 1, locationId: 1 });
    const agent = startAgent(own.url, { token: String(body['token']) });
    await until(async () => expect((await owner.get('/device/1')).body['status']?.['state']).toBe('online'));
    const connections = () => agent.lines.filter((line) => line.startsWith('connected'));
    // The server knows it first, and the agent a moment later.
    await until(() => expect(connections()).toHaveLength(1));
    const port = Number(new URL(own.url).port);
    await own.close();
    await until(() => expect(agent.lines.join('\n')).toContain('ended'));
    const again = await startTestServer({ databaseUrl: own.databaseUrl, settings: { agentPace, port } });
    await until(() => expect(connections(), agent.lines.join('\n')).toHaveLength(2));
    expect(await again.services.database.select({ id: node.id, isUp: node.isUp }).from(node)).toEqual([
      { id: 1, isUp: true },
    ]);
    await agent.stop();
  });

  it('counts as offline after a restart of the server when it does not come back', async () => {
    const own = await startTestServer({ settings: { agentPace } });
    const owner = await own.signInAsAdmin();
    await owner.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const { body } = await owner.post('/device/enrollment', { clientId: 1, locationId: 1 });
    const agent = startAgent(own.url, { token: String(body['token']) });
    await until(async () => expect((await owner.get('/device/1')).body['status']?.['state']).toBe('online'));
    await own.close();
    await agent.stop();
    const again = await startTestServer({ databaseUrl: own.databaseUrl, settings: { agentPace } });
    await until(async () =>
      expect((await again.services.database.select().from(node))[0]).toMatchObject({ isUp: false, isDown: true }),
    );
  });

  it('is shown out when its device is removed meanwhile', async () => {
    const { nodeId, key } = await site.enrolled();
    const { closed, ask } = await greetedSocket(site.server, key);
    await site.server.services.database.delete(node).where(eq(node.id, nodeId));
    void ask('inventory.report', inventory).catch(() => undefined);
    expect(await closed).toBe(closeCodes.unenrolled);
  });

  it('enrols anew when the server has forgotten its key and it has a token', async () => {
    const dataDirectory = temporaryDirectory();
    const first = startAgent(site.server.url, { token: await site.freshToken(), dataDirectory });
    const id = await first.nodeId();
    await first.stop();
    await site.server.services.database.delete(node).where(eq(node.id, id));
    const second = startAgent(site.server.url, { token: await site.freshToken(), dataDirectory });
    await until(() => expect(second.lines.join('\n')).toMatch(/enrolled as device \d+/));
    await second.stop();
    const without = startAgent(site.server.url, { dataDirectory });
    await until(() => expect(without.lines.join('\n')).toContain('connected'));
    await without.stop();
    await site.server.services.database.delete(node);
    await expect(startAgent(site.server.url, { dataDirectory }).running).rejects.toThrow('does not know this device');
  });
});
