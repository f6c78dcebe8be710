import { and, eq } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';

type Reading = Pick<CallContext, 'db' | 'actor'>;

/** @throws Refused `not_found` */
export async function requireSeen({ db, actor }: Reading, nodeId: number): Promise<void> {
  const [found] = await db
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.id, nodeId), visibleNodes(actor)));
  if (!found) throw new Refused('not_found');
}

/**
 * A device with an agent whose settings the actor may change. Locked, so that two additions are counted one after the other.
 * @throws Refused `invalid_input`, `forbidden`
 */
export async function changedDevice({ db, actor }: Reading, nodeId: number): Promise<{ organizationId: number }> {
  const [found] = await db
    .select({ organizationId: node.organizationId })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(and(eq(node.id, nodeId), visibleNodes(actor)))
    .for('no key update', { of: node });
  requireFields({ '/nodeId': found ? undefined : 'Choose a device with an agent' });
  if (!found || !holds(actor, 'NODE:Update', found.organizationId)) throw new Refused('forbidden');
  return found;
}
