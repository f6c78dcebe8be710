import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { visibleNodes } from '../access/visibility.ts';
import { inabilityOf } from '../agents/inability.ts';
import type { CallContext } from '../context.ts';
import { containing } from '../database/like.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';

/** Lists the devices with an agent of an organization that the caller may see. */
export async function listDelegates(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId, search = '', limit = 50, offset = 0 }: QueryOf<Catalogue['listVmDelegates']>,
): Promise<ReplyOf<Catalogue['listVmDelegates']>> {
  const pattern = containing(search);
  const where = and(
    eq(node.organizationId, clientId),
    visibleNodes(actor),
    search.trim() === '' ? undefined : or(ilike(node.name, pattern), ilike(node.friendlyName, pattern)),
  );
  const rows = await db
    .select({ nodeId: node.id, nodeName: nameOfNode, isUp: node.isUp, agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(where)
    .orderBy(sql`lower(${nameOfNode})`, asc(node.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(node).innerJoin(agent, eq(agent.nodeId, node.id)).where(where);
  return {
    items: rows.map(({ agent: program, ...row }) => ({
      ...row,
      inability: inabilityOf(program, 'vmhost.test') ?? null,
    })),
    total: all?.total ?? 0,
  };
}
