import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { agentPace, greetedSocket, openSocket, startSite, until } from '#tests/server/agent-rig.ts';
import { storeCommand } from '#tests/server/stored-run.ts';

// No round: what is sent here is sent because an agent connected.
let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite({ roundSeconds: 3600 });
}, 60_000);

const destination = { destinationType: 'LOCAL', localDestinationPath: '/srv/backup' };

/** Holds what the server writes about desired states when an agent connects, until it is called. */
async function heldBack(): Promise<() => Promise<void>> {
  const { database } = site.server.services;
  let letGo: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (letGo = resolve));
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((locked) => {
    transaction = database.transaction(async (db) => {
      await db.execute(sql`lock table desired_state in exclusive mode`);
      locked();
      await asked;
    });
  });
  return () => {
    letGo();
    return transaction;
  };
}

describe('an agent that connects', { timeout: agentPace.answerSeconds * 10_000 }, () => {
  it('gets at once the command that waited for it', async () => {
    const { nodeId, key } = await site.enrolled();
    const id = await storeCommand(site.server.services, { nodeId, method: 'inventory.read', params: {} });
    const agent = await greetedSocket(site.server, key);
    await until(() => expect(agent.messages).toContainEqual(expect.objectContaining({ id, method: 'inventory.read' })));
  });

  it('is asked for the test of a destination that was requested while the server still answered its hello', async () => {
    const { nodeId, key } = await site.enrolled();
    const release = await heldBack();
    const agent = await openSocket(site.server, key);
    const hello = agent.ask('hello', { protocol: 1, agentVersion: '1', capabilities: ['backup@1'] });
    await until(async () => expect(await site.deviceState(nodeId)).toBe('online'));
    const test = site.admin.post('/backupjob/test', { nodeId, ...destination });
    expect(await Promise.race([test.then(() => 'answered'), sleep(300, 'waits')])).toBe('waits');
    await release();
    await hello;
    const asked = await until(() => {
      const message = agent.messages.find(({ method }) => method === 'backup.testDestination');
      if (!message) throw new Error('the agent was not asked');
      return message;
    });
    const checks = [{ check: 'path', outcome: 'passed', text: 'The folder exists.' }];
    agent.socket.send(JSON.stringify({ jsonrpc: '2.0', id: asked['id'], result: { checks, freeBytes: 5 } }));
    expect((await test).body).toMatchObject({ outcome: 'passed', freeBytes: 5 });
  });
});
