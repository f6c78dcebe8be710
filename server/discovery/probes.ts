import { and, asc, eq } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { visibleNodes } from '../access/visibility.ts';
import { inabilityOf } from '../agents/inability.ts';
import type { CallContext } from '../context.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';

/** More devices of one location are not offered as probes. */
const MOST_PROBES = 500;

/** Lists the devices with an agent at a location that the caller may see (F02-41). */
export async function listProbes(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { locationId }: QueryOf<Catalogue['listNetworkProbes']>,
): Promise<ReplyOf<Catalogue['listNetworkProbes']>> {
  const rows = await db
    .select({ node, agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(and(eq(node.locationId, locationId), visibleNodes(actor)))
    .orderBy(asc(node.name), asc(node.id))
    .limit(MOST_PROBES);
  return rows.map((row) => ({
    nodeId: row.node.id,
    nodeName: row.node.friendlyName || row.node.name,
    isUp: row.node.isUp,
    inability: inabilityOf(row.agent, 'network.discover') ?? null,
  }));
}
