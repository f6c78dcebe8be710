import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '#tests/server/agent-rig.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { markConnected, markDisconnected, markSeen, type Presence } from './presence.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const about = { version: '1.2.3', capabilities: [], publicIp: '127.0.0.1' };
const ways = {
  connects: (presence: Presence) =>
    markConnected(site.server.services.database, [{ ...presence, ...about }], new Date()),
  'is heard of': (presence: Presence) => markSeen(site.server.services.database, [presence], new Date()),
};

describe('a device', () => {
  it.each(Object.entries(ways))('that %s while it is removed is gone, without a deadlock', async (_, mark) => {
    const { database } = site.server.services;
    const { nodeId } = await site.enrolled();
    const presence = { nodeId, connectionId: randomUUID() };
    await markConnected(database, [{ ...presence, ...about }], new Date());
    let marked: Promise<unknown> | undefined;
    await database.transaction(async (db) => {
      // What removing it does, in the same order: the device, then whatever hangs on it.
      await db.select().from(node).where(eq(node.id, nodeId)).for('update');
      marked = mark(presence);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await db.delete(agent).where(eq(agent.nodeId, nodeId));
      await db.delete(node).where(eq(node.id, nodeId));
    });
    await marked;
    expect(await database.select().from(node).where(eq(node.id, nodeId))).toEqual([]);
  });
});

it('notes those that came with a device that is gone', async () => {
  const { database } = site.server.services;
  const agents = [await site.enrolled(), await site.enrolled()];
  const [first = 0, second = 0] = agents.map(({ nodeId }) => nodeId);
  const gone = 2 ** 31 - 1;
  const arrivals = [second, gone, first].map((nodeId) => ({
    nodeId,
    connectionId: randomUUID(),
    version: `of ${nodeId}`,
    capabilities: ['network@1', `own@${nodeId}`],
    publicIp: '203.0.113.9',
  }));
  expect(await markConnected(database, arrivals, new Date())).toEqual([true, false, true]);
  const stored = await database
    .select()
    .from(agent)
    .where(inArray(agent.nodeId, [first, second]))
    .orderBy(agent.nodeId);
  expect(stored).toMatchObject(
    [arrivals[2], arrivals[0]].map((arrival) => ({
      nodeId: arrival?.nodeId,
      connectionId: arrival?.connectionId,
      version: arrival?.version,
      capabilities: arrival?.capabilities,
      disconnectedAt: null,
    })),
  );
});

it('takes the place of no later connection when an earlier one ends', async () => {
  const { database } = site.server.services;
  const { nodeId } = await site.enrolled();
  const [earlier, later] = [randomUUID(), randomUUID()].map((connectionId) => ({ nodeId, connectionId, ...about }));
  if (!earlier || !later) throw new Error('no connections');
  await markConnected(database, [earlier], new Date());
  await markConnected(database, [later], new Date());
  const connections = () => database.select({ id: agent.connectionId }).from(agent).where(eq(agent.nodeId, nodeId));
  await markDisconnected(database, [earlier], new Date());
  expect(await connections()).toEqual([{ id: later.connectionId }]);
  await markDisconnected(database, [later], new Date());
  expect(await connections()).toEqual([{ id: null }]);
});
