import { and, inArray, isNotNull, lt, not, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { isStandingNode, isStandingNodeId } from '../access/visibility.ts';

// Devices are locked before their agents and by their ids, as those who remove some do: so there is no deadlock.

/** A connection that speaks for a device. */
export interface Presence {
  nodeId: number;
  connectionId: string;
}

/** A connection that was opened, with what its agent said. */
export interface Arrival extends Presence {
  version: string;
  capabilities: readonly string[];
  publicIp: string;
}

/** Marks the devices online and records their connections, which replace earlier ones. False for a device that is gone or marked for deletion. */
export async function markConnected(database: Database, arrivals: readonly Arrival[], now: Date): Promise<boolean[]> {
  return database.transaction(async (db) => {
    const known = await db
      .select({ id: node.id })
      .from(node)
      .where(
        and(
          inArray(
            node.id,
            arrivals.map(({ nodeId }) => nodeId),
          ),
          isStandingNode(),
        ),
      )
      .orderBy(node.id)
      .for('no key update');
    const ids = new Set(known.map(({ id }) => id));
    const rows = arrivals.filter(({ nodeId }) => ids.has(nodeId));
    const arrived = sql`json_to_recordset(${JSON.stringify(rows)}::json)
      as a("nodeId" int, "connectionId" uuid, version text, capabilities json, "publicIp" text)`;
    await db.execute(sql`
      update ${node} n set is_up = true, is_down = false, last_seen_at = ${now}, public_ip = a."publicIp"
      from ${arrived} where n.id = a."nodeId"`);
    await db.execute(sql`
      update ${agent} g set connection_id = a."connectionId", version = a.version,
        capabilities = array(select json_array_elements_text(a.capabilities)),
        connected_at = ${now}, disconnected_at = null, last_seen_at = ${now}
      from ${arrived} where g.node_id = a."nodeId"`);
    return arrivals.map(({ nodeId }) => ids.has(nodeId));
  });
}

/** Notes when the connections went; their devices count as up until the grace is over, in which new ones may come. */
export async function markDisconnected(database: Database, gone: readonly Presence[], now: Date): Promise<void> {
  await database.execute(sql`
    update ${agent} g set connection_id = null, disconnected_at = ${now}
    from json_to_recordset(${JSON.stringify(gone)}::json) as a("nodeId" int, "connectionId" uuid)
    where g.node_id = a."nodeId" and g.connection_id = a."connectionId"`);
}

/**
 * Notes that these connections were heard of.
 * `replaced`: connections that no longer speak for their device; `up`: devices that had counted as down.
 */
export async function markSeen(
  database: Database,
  seen: readonly Presence[],
  now: Date,
): Promise<{ replaced: Presence[]; up: number[] }> {
  if (seen.length === 0) return { replaced: [], up: [] };
  const nodeIds = seen.map((presence) => presence.nodeId);
  return database.transaction(async (db) => {
    await db.select({ id: node.id }).from(node).where(inArray(node.id, nodeIds)).orderBy(node.id).for('no key update');
    const kept = await db
      .update(agent)
      .set({ lastSeenAt: now })
      .where(
        and(
          inArray(agent.nodeId, nodeIds),
          inArray(
            agent.connectionId,
            seen.map((presence) => presence.connectionId),
          ),
          isStandingNodeId(agent.nodeId),
        ),
      )
      .returning({ nodeId: agent.nodeId, connectionId: agent.connectionId });
    const keptIds = kept.map((row) => row.nodeId);
    const connections = new Set(kept.map((row) => row.connectionId));
    const replaced = seen.filter((presence) => !connections.has(presence.connectionId));
    if (keptIds.length === 0) return { replaced, up: [] };
    await db.update(node).set({ lastSeenAt: now }).where(inArray(node.id, keptIds));
    const up = await db
      .update(node)
      .set({ isUp: true, isDown: false })
      .where(and(inArray(node.id, keptIds), not(node.isUp)))
      .returning({ id: node.id });
    return { replaced, up: up.map((row) => row.id) };
  });
}

/** Marks devices offline whose connection is gone for `graceSeconds`, or that were not heard of for `silenceSeconds`. Gives their ids. */
export async function markOffline(
  database: Database,
  { graceSeconds, silenceSeconds }: { graceSeconds: number; silenceSeconds: number },
  now: Date,
): Promise<number[]> {
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const gone = database
    .select({ id: agent.nodeId })
    .from(agent)
    .where(
      or(
        and(isNotNull(agent.disconnectedAt), lt(agent.disconnectedAt, before(graceSeconds))),
        lt(agent.lastSeenAt, before(silenceSeconds)),
      ),
    );
  const silent = database
    .select({ id: node.id })
    .from(node)
    .where(and(sql`${node.isUp}`, inArray(node.id, gone), isStandingNode()))
    .orderBy(node.id)
    .for('no key update');
  const rows = await database
    .update(node)
    .set({ isUp: false, isDown: true })
    .where(inArray(node.id, silent))
    .returning({ id: node.id });
  return rows.map((row) => row.id);
}
