import { describe, expect, it } from 'vitest';
import { readInventory } from '#agent/inventory/inventory.ts';
import { closeCodes } from '#api/contract/agent.ts';
import { rpcCodes } from '#api/contract/json-rpc.ts';
import { greetedSocket, openSocket, startSite } from '#tests/server/agent-rig.ts';

describe('a device that sends too much', () => {
  it('has one inventory in work, and the others are answered as busy (S8)', async () => {
    const site = await startSite();
    const { key } = await site.enrolled();
    const { ask } = await greetedSocket(site.server, key);
    const inventory = await readInventory();
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('inventory.report', inventory)));
    expect(answers.filter((answer) => 'result' in answer)).toHaveLength(1);
    for (const answer of answers)
      if (!('result' in answer)) expect(answer['error']).toMatchObject({ code: rpcCodes.busy });
  });

  it('is disconnected by its bytes, and again when it comes back at once (S8)', async () => {
    const site = await startSite();
    const { key } = await site.enrolled();
    const { socket, closed } = await greetedSocket(site.server, key);
    const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'heartbeat', params: { text: 'x'.repeat(234_000) } });
    for (let message = 0; message < 12; message += 1) socket.send(large);
    expect(await closed).toBe(closeCodes.flood);
    expect(await (await openSocket(site.server, key)).closed).toBe(closeCodes.flood);
  });

  it('is refused in words when it speaks another version of the protocol (S16)', async () => {
    const site = await startSite();
    const { key } = await site.enrolled();
    const { ask } = await openSocket(site.server, key);
    expect(await ask('hello', { protocol: 999, agentVersion: '1', capabilities: [] })).toMatchObject({
      error: { message: expect.stringContaining('speaks version 1 of the agent protocol, and the agent version 999') },
    });
  });

  it('is disconnected by a message that is nested too deep (S5)', async () => {
    const site = await startSite();
    const { key } = await site.enrolled();
    const { socket, closed } = await greetedSocket(site.server, key);
    socket.send(`{"jsonrpc":"2.0","id":1,"method":"heartbeat","params":${'['.repeat(60_000)}${']'.repeat(60_000)}}`);
    expect(await closed).toBe(closeCodes.violation);
  });
});
