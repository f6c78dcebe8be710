import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { runAgent } from '#agent/agent.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import { closeCodes, largestMessage, type Inventory } from '#api/contract/agent.ts';
import { startTestServer, type TestServer } from '#tests/server/harness.ts';
import type { Visitor } from '#tests/server/visitor.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { audit, node } from '../database/schema/core.ts';
import { queueCommand } from './command-queue.ts';

const agentPace = { heartbeatSeconds: 0.1, graceSeconds: 1.5, silenceSeconds: 4, returnSeconds: 0, roundSeconds: 0.1, answerSeconds: 2 };
const undo: (() => unknown)[] = [];
let server: TestServer;
let admin: Visitor;
let place: { clientId: number; locationId: number };
let inventory: Inventory;

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

beforeAll(async () => {
  server = await startTestServer({ settings: { agentPace } });
  admin = await server.signInAsAdmin();
  const { body } = await admin.post('/client', { name: 'Northwind', locations: [{ name: 'Rotterdam' }, { name: 'Delft' }] });
  place = { clientId: Number(body['client']?.['id']), locationId: Number(body['client']?.['locations']?.[1]?.['id']) };
  inventory = await readInventory();
}, 60_000);

async function freshToken(): Promise<string> {
  const { status, body } = await admin.post('/device/enrollment', place);
  expect(status).toBe(200);
  return String(body['token']);
}

const enrollBody = (token: string) => ({ token, hostName: 'web-1', platform: 'linux', isServer: true, agentVersion: '1.0.0' });

async function enrolled(): Promise<{ nodeId: number; key: string }> {
  const { status, body } = await server.visitor().post('/agent/enroll', enrollBody(await freshToken()));
  expect(status).toBe(200);
  return { nodeId: Number(body['nodeId']), key: String(body['key']) };
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
  undo.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The agent itself, in this process. */
function startAgent(url: string, options: { token?: string; dataDirectory?: string; read?: () => Promise<Inventory> } = {}) {
  const stopping = new AbortController();
  const lines: string[] = [];
  const dataDirectory = options.dataDirectory ?? temporaryDirectory();
  const running = runAgent({
    settings: { server: new URL(url), dataDirectory, token: options.token, supervised: true },
    version: '1.2.3',
    log: (line) => lines.push(line),
    readInventory: options.read ?? (() => readInventory()),
    signal: stopping.signal,
    pace: { first: 20, longest: 100, waiting: 20, replaced: 50, timeout: 2000 },
  });
  running.catch(() => undefined);
  const stop = () => {
    stopping.abort();
    return running;
  };
  undo.push(() => stop().catch(() => undefined));
  return { lines, stop, running, dataDirectory };
}

/** A socket that says what the test wants. */
async function rawSocket(key: string, hello = true) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/agent/connect`, { headers: { authorization: `Agent ${key}` } });
  const messages: Record<string, unknown>[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8')) as Record<string, unknown>));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) => reject(new Error(`status ${response.statusCode}`)));
  });
  undo.push(() => socket.terminate());
  let last = 0;
  const ask = async (method: string, params: unknown) => {
    const id = ++last;
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return vi.waitFor(() => messages.find((message) => message['id'] === id) ?? Promise.reject(new Error(`no answer to ${method}`)), { timeout: 3000 });
  };
  if (hello) expect(await ask('hello', { protocol: 1, agentVersion: '1', capabilities: ['inventory@1'] })).toHaveProperty('result');
  return { socket, messages, closed, ask };
}

const device = async (id: number) => (await admin.get(`/device/${id}`)).body;
const deviceState = async (id: number) => (await device(id))['status']?.['state'];
const until = (work: () => unknown) => vi.waitFor(work, { timeout: 8000, interval: 30 });

describe('an agent', { timeout: 30_000 }, () => {
  it('enrols with its token, reports this machine, and is shown online with its inventory', async () => {
    const agent = startAgent(server.url, { token: await freshToken() });
    const id = await until(() => Number(/enrolled as device (\d+)/.exec(agent.lines.join('\n'))?.[1] ?? expect.unreachable()));
    await until(async () => expect((await device(Number(id)))['inventory']).not.toBeNull());
    const shown = await device(Number(id));
    expect(shown).toMatchObject({
      name: inventory.hostName,
      status: { state: 'online', at: null },
      clientId: place.clientId,
      locationName: 'Delft',
      osName: inventory.os.name,
      agent: { version: '1.2.3', capabilities: ['inventory@1'] },
      inventory: { hostName: inventory.hostName, cpu: inventory.cpu },
    });
    const list = (await admin.get('/device?search=delft')).body;
    expect(list['items']).toEqual(expect.arrayContaining([expect.objectContaining({ id, name: inventory.hostName })]));
    expect(statSync(join(agent.dataDirectory, 'identity.json')).mode & 0o777).toBe(0o600);
    const rows = await server.services.database.select().from(audit).where(eq(audit.entityId, String(id)));
    expect(rows.map((row) => row.action)).toContain('NODE_CREATED');
    expect(JSON.stringify(rows)).not.toContain(JSON.parse(readFileSync(join(agent.dataDirectory, 'identity.json'), 'utf8')).key);
  });

  it('is offline, with the time it was last seen, once it stopped and the grace is over', async () => {
    const { nodeId, key } = await enrolled();
    const { socket } = await rawSocket(key);
    await until(async () => expect(await deviceState(nodeId)).toBe('online'));
    socket.close();
    await until(async () => expect(await deviceState(nodeId)).toBe('offline'));
    expect(Date.now() - new Date(String((await device(nodeId))['status']?.['at'])).getTime()).toBeLessThan(10_000);
    expect((await admin.post(`/device/${nodeId}/inventory`)).body).toMatchObject({ errorCode: 'device_offline', errorMessage: "You can't connect or send commands to an offline device." });
  });

  it('stays online through a reconnect within the grace', async () => {
    const { nodeId, key } = await enrolled();
    const first = await rawSocket(key);
    first.socket.terminate();
    await rawSocket(key).then(({ ask }) => {
      const beat = setInterval(() => void ask('heartbeat', {}).catch(() => undefined), 100);
      undo.push(() => clearInterval(beat));
    });
    for (let look = 0; look < 25; look += 1) {
      expect(await deviceState(nodeId)).toBe('online');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('is offline when it falls silent while its connection stands', async () => {
    const { nodeId, key } = await enrolled();
    const { closed } = await rawSocket(key);
    await until(async () => expect(await deviceState(nodeId)).toBe('online'));
    await until(async () => expect(await deviceState(nodeId)).toBe('offline'));
    await closed;
  });

  it('gives its place to a newer connection with the same key', async () => {
    const { nodeId, key } = await enrolled();
    const first = await rawSocket(key);
    await rawSocket(key);
    expect(await first.closed).toBe(closeCodes.replaced);
    expect(await deviceState(nodeId)).toBe('online');
  });

  it('is asked for its inventory by the console', async () => {
    let serial = 0;
    const read = async () => ({ ...inventory, machine: { ...inventory.machine, biosSerialNumber: `S${++serial}` } });
    const agent = startAgent(server.url, { token: await freshToken(), read });
    const id = Number(await until(() => Number(/enrolled as device (\d+)/.exec(agent.lines.join('\n'))?.[1] ?? expect.unreachable())));
    await until(async () => expect((await device(id))['biosSerialNumber']).not.toBe(''));
    const before = (await device(id))['biosSerialNumber'];
    expect((await admin.post(`/device/${id}/inventory`)).body).toEqual({ resultCode: 'SUCCESS' });
    await until(async () => expect((await device(id))['biosSerialNumber']).not.toBe(before));
    const [command] = await server.services.database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
    await until(async () => {
      const [row] = await server.services.database.select().from(agentCommand).where(eq(agentCommand.nodeId, id));
      expect(row?.state).toBe('done');
    });
    expect(command?.method).toBe('inventory.read');
  });

  it('executes a command once that is sent to it again after a lost connection', async () => {
    const { nodeId, key } = await enrolled();
    const now = new Date();
    const commandId = await queueCommand(server.services.database, nodeId, 'inventory.read', 60, now);
    const first = await rawSocket(key);
    await until(() => expect(first.messages).toContainEqual(expect.objectContaining({ method: 'inventory.read', params: { commandId } })));
    first.socket.terminate();
    const second = await rawSocket(key);
    const asked = () => second.messages.filter((message) => message['method'] === 'inventory.read');
    await until(() => expect(asked()).toHaveLength(1));
    const answer = (id: unknown) => second.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: inventory }));
    answer(asked()[0]?.['id']);
    await until(async () => expect((await server.services.database.select().from(agentCommand).where(eq(agentCommand.id, commandId)))[0]?.state).toBe('done'));
    // A second answer to it, and an answer to nothing, change nothing.
    answer(commandId);
    answer(randomUUID());
    expect(await second.ask('heartbeat', {})).toHaveProperty('result');
    expect(asked()).toHaveLength(1);
  });

  it('comes back by itself after the server was restarted, as the same device', async () => {
    const own = await startTestServer({ settings: { agentPace } });
    const owner = await own.signInAsAdmin();
    await owner.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }] });
    const { body } = await owner.post('/device/enrollment', { clientId: 1, locationId: 1 });
    const agent = startAgent(own.url, { token: String(body['token']) });
    await until(async () => expect((await owner.get('/device/1')).body['status']?.['state']).toBe('online'));
    const port = Number(new URL(own.url).port);
    await own.close();
    await until(() => expect(agent.lines.join('\n')).toContain('ended'));
    const again = await startTestServer({ databaseUrl: own.databaseUrl, settings: { agentPace, port } });
    await until(() => expect(agent.lines.filter((line) => line.startsWith('connected')).length).toBe(2));
    expect(await again.services.database.select({ id: node.id, isUp: node.isUp }).from(node)).toEqual([{ id: 1, isUp: true }]);
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
    await until(async () => expect((await again.services.database.select().from(node))[0]).toMatchObject({ isUp: false, isDown: true }));
  });

  it('is shown out when its device is removed meanwhile', async () => {
    const { nodeId, key } = await enrolled();
    const { closed, ask } = await rawSocket(key);
    await server.services.database.delete(node).where(eq(node.id, nodeId));
    void ask('inventory.report', inventory).catch(() => undefined);
    expect(await closed).toBe(closeCodes.unenrolled);
  });

  it('enrols anew when the server has forgotten its key and it has a token', async () => {
    const dataDirectory = temporaryDirectory();
    const first = startAgent(server.url, { token: await freshToken(), dataDirectory });
    const id = Number(await until(() => Number(/enrolled as device (\d+)/.exec(first.lines.join('\n'))?.[1] ?? expect.unreachable())));
    await first.stop();
    await server.services.database.delete(node).where(eq(node.id, id));
    const second = startAgent(server.url, { token: await freshToken(), dataDirectory });
    await until(() => expect(second.lines.join('\n')).toMatch(/enrolled as device \d+/));
    await second.stop();
    const without = startAgent(server.url, { dataDirectory });
    await until(() => expect(without.lines.join('\n')).toContain('connected'));
    await without.stop();
    await server.services.database.delete(node);
    await expect(startAgent(server.url, { dataDirectory }).running).rejects.toThrow('does not know this device');
  });
});

describe('the door of the agents', { timeout: 30_000 }, () => {
  it('answers the same key to the same request sent again, and nothing to another one with a used token', async () => {
    const token = await freshToken();
    const key = { 'idempotency-key': randomUUID() };
    const first = await server.visitor().post('/agent/enroll', enrollBody(token), key);
    expect((await server.visitor().post('/agent/enroll', enrollBody(token), key)).body).toEqual(first.body);
    const other = await server.visitor().post('/agent/enroll', enrollBody(token));
    expect([other.status, other.body['errorCode']]).toEqual([403, 'enrollment_token_incorrect']);
    const wrong = await server.visitor().post('/agent/enroll', enrollBody('x'.repeat(43)));
    expect([wrong.status, wrong.body['errorCode']]).toEqual([403, 'enrollment_token_incorrect']);
  });

  it('gives no token for a place that is not there', async () => {
    const answer = await admin.post('/device/enrollment', { ...place, clientId: place.clientId + 100 });
    expect([answer.status, answer.body['errorCode']]).toEqual([400, 'invalid_input']);
  });

  it.each(['', 'Agent ', 'Agent wrong', `Agent ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(43)}`])('refuses the key "%s" before the upgrade', async (authorization) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/agent/connect`, { headers: { authorization } });
    const status = await new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.once('open', () => resolve('opened'));
    });
    socket.terminate();
    expect(status).toBe(401);
  });

  it('lets no signed-in browser in', async () => {
    const reply = await admin.get('/agent/connect');
    expect(reply.status).toBe(401);
  });

  it.each([
    ['no JSON', '{', closeCodes.violation],
    ['no JSON-RPC', '{"hello":1}', closeCodes.violation],
    ['a batch', '[]', closeCodes.violation],
    ['binary', Buffer.from('{}'), closeCodes.violation],
    ['a message over the bound', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: 'x'.repeat(largestMessage) }), closeCodes.tooLarge],
  ])('ends a connection that sends %s', async (_what, message, code) => {
    const { socket, closed } = await rawSocket((await enrolled()).key);
    socket.send(message);
    expect(await closed).toBe(code);
  });

  it('ends a connection that floods', async () => {
    const { socket, closed } = await rawSocket((await enrolled()).key);
    for (let count = 0; count < 500; count += 1) socket.send(JSON.stringify({ jsonrpc: '2.0', id: count, method: 'heartbeat', params: {} }));
    expect(await closed).toBe(closeCodes.flood);
  });

  it('takes nothing before hello, no unknown method, and no inventory beyond its bounds', async () => {
    const { nodeId, key } = await enrolled();
    const { ask } = await rawSocket(key, false);
    expect(await ask('inventory.report', inventory)).toHaveProperty('error');
    expect(await ask('hello', { protocol: 1, agentVersion: '1', capabilities: ['Not A Capability'] })).toHaveProperty('error');
    expect(await ask('hello', { protocol: 1, agentVersion: '1', capabilities: [] })).toHaveProperty('result');
    for (const method of ['toString', '__proto__', 'inventory.read', 'eval']) expect(await ask(method, {})).toHaveProperty('error.code', -32601);
    const hostile = [
      { ...inventory, hostName: 'x'.repeat(256) },
      { ...inventory, hostName: '' },
      { ...inventory, memory: { totalBytes: -1, availableBytes: 0 } },
      { ...inventory, bootedAt: 'yesterday' },
      { ...inventory, loggedInUsers: Array.from({ length: 1000 }, () => 'a') },
      { ...inventory, isAdmin: true },
      { ...inventory, networkInterfaces: [{ name: 'a', macAddress: 'b', ipAddresses: [{}] }] },
      null,
      'text',
    ];
    for (const params of hostile) expect(await ask('inventory.report', params)).toHaveProperty('error.code', -32602);
    expect((await device(nodeId))['inventory']).toBeNull();
  });

  it('makes hostile texts plain before it keeps them', async () => {
    const { nodeId, key } = await enrolled();
    const { ask } = await rawSocket(key);
    const hostile = { ...inventory, hostName: '<img src=x onerror=alert(1)>\u202Egnp.exe\u0000', loggedInUsers: ['a\u0000b', '\uD800'], lastLoggedInUser: "'; drop table node; --" };
    expect(await ask('inventory.report', hostile)).toHaveProperty('result');
    expect(await device(nodeId)).toMatchObject({
      name: '<img src=x onerror=alert(1)> gnp.exe',
      lastLoggedInUser: "'; drop table node; --",
      inventory: { loggedInUsers: ['a b', '\uFFFD'] },
    });
  });
});

describe('the agent of this computer', { timeout: 60_000 }, () => {
  it('waits for the first organization, then becomes a device of its main location, and goes with its server', async () => {
    const own = await startTestServer({ settings: { agentPace, agent: true } });
    const owner = await own.signInAsAdmin();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await owner.get('/device')).body).toMatchObject({ total: 0 });
    await owner.post('/client', { name: 'Contoso', locations: [{ name: 'Main' }, { name: 'Other' }] });
    await vi.waitFor(
      async () => expect((await owner.get('/device')).body['items']).toEqual([expect.objectContaining({ name: inventory.hostName, locationName: 'Main', status: { state: 'online', at: null }, osName: inventory.os.name })]),
      { timeout: 15_000, interval: 100 },
    );
    await own.close();
  });

  it('ends by itself when its server is killed', async () => {
    // The channel is all that a killed server leaves; here the test closes it.
    const child = fork('agent/main.ts', {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { PATH: process.env['PATH'], CAIRN_AGENT_SERVER: 'http://127.0.0.1:9', CAIRN_AGENT_DATA: temporaryDirectory(), CAIRN_AGENT_TOKEN: 't'.repeat(43), CAIRN_AGENT_SUPERVISED: 'true' },
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    undo.push(() => child.kill('SIGKILL'));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(child.exitCode).toBeNull();
    child.disconnect();
    expect(await ended).toBe(0);
  });
});
