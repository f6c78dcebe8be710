import { and, count, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { isStandingNode, organizationsWith, visibleNodes } from '../access/visibility.ts';
import { agentNodeType } from '../agents/node-class.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { effectivePolicyId, effectivePolicyJoins } from './effective.ts';
import { branchOf, lineOf, type PolicyTree } from './resolve.ts';

/**
 * Devices that would run a new automation of the policy if the actor added it: those of the policy and of the policies below it,
 * where the actor may run scripts. A policy that is turned off passes nothing on.
 */
export async function automationReach(db: Queries, actor: Actor, tree: PolicyTree, id: number): Promise<number> {
  const passesOn = ({ id: below }: { id: number }): boolean => {
    const line = lineOf(tree, below);
    const between = line.slice(0, line.findIndex((row) => row.id === id) + 1);
    return between.every(({ enabled }) => enabled);
  };
  const ids = JSON.stringify(
    branchOf(tree, id)
      .filter(passesOn)
      .map((row) => row.id),
  );
  const reached = sql`(select n.id from node n ${effectivePolicyJoins}
    where n.node_type = ${agentNodeType} and ${isStandingNode('n')}
      and ${effectivePolicyId} in (select json_array_elements_text(${ids}::json)::int))`;
  const [row] = await db
    .select({ devices: count() })
    .from(node)
    .where(
      and(inArray(node.id, reached), visibleNodes(actor), organizationsWith(actor, 'NODE:Update', node.organizationId)),
    );
  return row?.devices ?? 0;
}
