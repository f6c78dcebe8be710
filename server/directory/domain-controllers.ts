import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { visibleNodes } from '../access/visibility.ts';
import { inabilityOf } from '../agents/inability.ts';
import type { CallContext } from '../context.ts';
import { agent, deviceInventory } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { Refused } from '../refused.ts';

/** More of one organization are not offered. */
const MOST = 500;

const domain = sql<string>`${deviceInventory.inventory} #>> '{directory,domain}'`;

/** Lists the devices of an organization whose agent reads the directory of a domain, those that are up first (F04-36). */
export async function listDomainControllers(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId }: QueryOf<Catalogue['listDomainControllers']>,
): Promise<ReplyOf<Catalogue['listDomainControllers']>> {
  const rows = await db
    .select({ id: node.id, name: nameOfNode, domain, isUp: node.isUp, agent })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .innerJoin(deviceInventory, eq(deviceInventory.nodeId, node.id))
    .where(and(eq(node.organizationId, clientId), isNotNull(domain), visibleNodes(actor)))
    .orderBy(sql`${node.isUp} desc`, sql`lower(${nameOfNode})`, asc(node.id))
    .limit(MOST);
  return rows.map(({ agent: program, ...row }) => ({
    ...row,
    inability: inabilityOf(program, 'directory.read') ?? null,
  }));
}

/** @throws Refused `domain_controller_not_found` (F04-53) */
export async function requireDomainController(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId, domainController: id }: { clientId: number; domainController: number },
): Promise<{ id: number }> {
  const [found] = await db
    .select({ id: node.id })
    .from(node)
    .innerJoin(deviceInventory, eq(deviceInventory.nodeId, node.id))
    .where(and(eq(node.id, id), eq(node.organizationId, clientId), isNotNull(domain), visibleNodes(actor)));
  if (!found) throw new Refused('domain_controller_not_found');
  return found;
}
