import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Node } from '#api/contract/nodes.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { node } from '../database/schema/nodes.ts';
import { Refused } from '../refused.ts';

type NodeReply = Static<typeof Node>;

/** Devices by name, of the organizations that the actor sees. */
export async function listNodes(
  db: Queries,
  actor: Actor,
  query: { search?: string; limit?: number; offset?: number; clientId?: number },
): Promise<{ items: NodeReply[]; total: number }> {
  const { search = '', limit = 100, offset = 0, clientId } = query;
  const pattern = containing(search);
  const where = and(
    visibleNodes(actor),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    search.trim() === ''
      ? undefined
      : or(
          ...[node.name, node.friendlyName, node.systemName, node.netbiosName].map((column) => ilike(column, pattern)),
        ),
  );
  const rows = await db
    .select()
    .from(node)
    .where(where)
    .orderBy(sql`lower(${node.name})`, asc(node.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(node).where(where);
  return { items: rows.map(toReply), total: all?.total ?? 0 };
}

/** @throws Refused `not_found` when it does not exist or may not be seen. */
export async function readNode(db: Queries, actor: Actor, id: number): Promise<NodeReply> {
  const [row] = await db
    .select()
    .from(node)
    .where(and(eq(node.id, id), visibleNodes(actor)));
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

function toReply(row: typeof node.$inferSelect): NodeReply {
  return {
    id: row.id,
    name: row.name,
    systemName: row.systemName,
    friendlyName: row.friendlyName,
    nodeClass: row.nodeClass,
    nodeType: row.nodeType,
    nodeRoleId: row.nodeRoleId,
    clientId: row.organizationId,
    locationId: row.locationId,
    parentNodeId: row.parentNodeId,
    policyId: row.policyId,
    isUp: row.isUp,
    isDown: row.isDown,
    isServer: row.isServer,
    publicIp: row.publicIp,
    ipAddresses: row.ipAddresses,
    macAddresses: row.macAddresses,
    netbiosName: row.netbiosName,
    lastLoggedInUser: row.lastLoggedInUser,
    biosSerialNumber: row.biosSerialNumber,
    details: row.details,
    policyContent: row.policyContent,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  };
}
