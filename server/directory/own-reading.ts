import { and, eq } from 'drizzle-orm';
import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { commandRun } from '../agents/command-runs.ts';
import type { CallContext } from '../context.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { nameOfNode } from '../nodes/name-of-node.ts';
import { Refused } from '../refused.ts';
import { ownRun } from '../runs/own-run.ts';

const readingRun = commandRun('directory.read');

export interface Reading {
  controller: { id: number; name: string };
  clientId: number;
  params: AgentPart<'directory.read', 'params'>;
}

/** Where and how a directory was read, for who may add devices there. @throws Refused `not_found`, `forbidden` */
export async function ownReading(context: Pick<CallContext, 'db' | 'actor' | 'now'>, id: string): Promise<Reading> {
  const { db, actor } = context;
  const run = await ownRun(context, [readingRun], id);
  if (run.kind !== readingRun.name) throw new Refused('not_found');
  const [found] = await db
    .select({ id: node.id, name: nameOfNode, clientId: node.organizationId, params: agentCommand.params })
    .from(node)
    .innerJoin(agentCommand, and(eq(agentCommand.nodeId, node.id), eq(agentCommand.id, id)))
    .where(and(eq(node.id, Number(run.subject)), visibleNodes(actor)));
  if (!found) throw new Refused('not_found');
  const { clientId, params, ...controller } = found;
  if (!holds(actor, 'NODE:Create', clientId)) throw new Refused('forbidden');
  return { controller, clientId, params: params as unknown as Reading['params'] };
}
