import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '#tests/server/agent-rig.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { markConnected, markSeen, type Presence } from './presence.ts';

let site: Awaited<ReturnType<typeof startSite>>;
beforeAll(async () => {
  site = await startSite();
});

const about = { version: '1.2.3', capabilities: [], publicIp: '127.0.0.1' };
const ways = {
  connects: (presence: Presence) => markConnected(site.server.services.database, presence, about, new Date()),
  'is heard of': (presence: Presence) => markSeen(site.server.services.database, [presence], new Date()),
};

describe('a device', () => {
  it.each(Object.entries(ways))('that %s while it is removed is gone, without a deadlock', async (_, mark) => {
    const { database } = site.server.services;
    const { nodeId } = await site.enrolled();
    const presence = { nodeId, connectionId: randomUUID() };
    await markConnected(database, presence, about, new Date());
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
