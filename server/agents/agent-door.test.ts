import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { readInventory } from '#agent/inventory/inventory.ts';
import { closeCodes, largestMessage } from '#api/contract/agent.ts';
import type { Inventory } from '#api/contract/agent-methods/inventory.ts';
import { enrollBody, greetedSocket, openSocket, startSite } from '#tests/server/agent-rig.ts';

let site: Awaited<ReturnType<typeof startSite>>;
let inventory: Inventory;
beforeAll(async () => {
  site = await startSite();
  inventory = await readInventory();
});

describe('the door of the agents', () => {
  it('answers the same key to the same request sent again, and nothing to another one with a used token', async () => {
    const token = await site.freshToken();
    const key = { 'idempotency-key': randomUUID() };
    const first = await site.server.visitor().post('/agent/enroll', enrollBody(token), key);
    expect((await site.server.visitor().post('/agent/enroll', enrollBody(token), key)).body).toEqual(first.body);
    const other = await site.server.visitor().post('/agent/enroll', enrollBody(token));
    expect([other.status, other.body['errorCode']]).toEqual([403, 'enrollment_token_incorrect']);
    const wrong = await site.server.visitor().post('/agent/enroll', enrollBody('x'.repeat(43)));
    expect([wrong.status, wrong.body['errorCode']]).toEqual([403, 'enrollment_token_incorrect']);
  });

  it('gives no token for a place that is not there', async () => {
    const answer = await site.admin.post('/device/enrollment', { ...site.place, clientId: site.place.clientId + 100 });
    expect([answer.status, answer.body['errorCode']]).toEqual([400, 'invalid_input']);
  });

  it.each(['', 'Agent ', 'Agent wrong', `Agent ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(43)}`])(
    'refuses the key "%s" before the upgrade',
    async (authorization) => {
      const socket = new WebSocket(`${site.server.url.replace('http', 'ws')}/api/agent/connect`, {
        headers: { authorization },
      });
      const status = await new Promise((resolve) => {
        socket.on('error', () => undefined);
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.once('open', () => resolve('opened'));
      });
      socket.terminate();
      expect(status).toBe(401);
    },
  );

  it('tells agents apart that come at the same moment, with one among them that it does not know', async () => {
    const enrolled = await Promise.all(Array.from({ length: 6 }, () => site.enrolled()));
    // Not in the order in which the database has them, and the stranger not last.
    const agents = enrolled.toReversed();
    const stranger = openSocket(site.server, 'x'.repeat(43));
    const opened = Promise.all(agents.map(({ key }) => openSocket(site.server, key)));
    await expect(stranger).rejects.toThrow('401');
    const greetings = (await opened).map((agent) =>
      agent.ask('hello', { protocol: 1, agentVersion: '1', capabilities: [] }),
    );
    const greeted = (await Promise.all(greetings)).map((answer) => (answer['result'] as { nodeId: number }).nodeId);
    expect(greeted).toEqual(agents.map(({ nodeId }) => nodeId));
  });

  it('lets no signed-in browser in', async () => {
    const reply = await site.admin.get('/agent/connect');
    expect(reply.status).toBe(401);
  });

  it.each([
    ['no JSON', '{', closeCodes.violation],
    ['no JSON-RPC', '{"hello":1}', closeCodes.violation],
    ['a batch', '[]', closeCodes.violation],
    ['binary', Buffer.from('{}'), closeCodes.violation],
    [
      'a message over the bound',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'hello', params: 'x'.repeat(largestMessage) }),
      closeCodes.tooLarge,
    ],
  ])('ends a connection that sends %s', async (_what, message, code) => {
    const { socket, closed } = await greetedSocket(site.server, (await site.enrolled()).key);
    socket.send(message);
    expect(await closed).toBe(code);
  });

  it('ends a connection that floods', async () => {
    const { socket, closed } = await greetedSocket(site.server, (await site.enrolled()).key);
    for (let count = 0; count < 500; count += 1)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: count, method: 'heartbeat', params: {} }));
    expect(await closed).toBe(closeCodes.flood);
  });

  it('takes nothing before hello, no unknown method, and no inventory beyond its bounds', async () => {
    const { nodeId, key } = await site.enrolled();
    const { ask } = await openSocket(site.server, key);
    expect(await ask('inventory.report', inventory)).toHaveProperty('error');
    expect(await ask('hello', { protocol: 1, agentVersion: '1', capabilities: ['Not A Capability'] })).toHaveProperty(
      'error',
    );
    expect(await ask('hello', { protocol: 1, agentVersion: '1', capabilities: [] })).toHaveProperty('result');
    for (const method of ['toString', '__proto__', 'inventory.read', 'eval'])
      expect(await ask(method, {})).toHaveProperty('error.code', -32601);
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
    expect((await site.device(nodeId))['inventory']).toBeNull();
  });

  it('makes hostile texts plain before it keeps them', async () => {
    const { nodeId, key } = await site.enrolled();
    const { ask } = await greetedSocket(site.server, key);
    const hostile = {
      ...inventory,
      hostName: '<img src=x onerror=alert(1)>\u202Egnp.exe\u0000',
      loggedInUsers: ['a\u0000b', '\uD800'],
      lastLoggedInUser: "'; drop table node; --",
    };
    expect(await ask('inventory.report', hostile)).toHaveProperty('result');
    expect(await site.device(nodeId)).toMatchObject({
      name: '<img src=x onerror=alert(1)> gnp.exe',
      lastLoggedInUser: "'; drop table node; --",
      inventory: { loggedInUsers: ['a b', '\uFFFD'] },
    });
  });
});
