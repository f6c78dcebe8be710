import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import { stateApply } from '#api/contract/agent-methods/desired-state.ts';
import type { StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import type { Delivery } from '#api/contract/delivery.ts';
import type { Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { readState } from './desired-state.ts';

/** Whether the agent of a device has the settings of the kind that its device should have. */
export async function readDelivery(db: Queries, nodeId: number, kind: StateKind): Promise<Static<typeof Delivery>> {
  const [program] = await db.select({ able: agent.capabilities }).from(agent).where(eq(agent.nodeId, nodeId));
  const state = await readState(db, nodeId, kind);
  const nothing = { at: null, reason: '' };
  if (state === undefined) return { ...nothing, state: 'none', version: 0 };
  // Before its first connection nobody knows what it can do.
  if (program && program.able.length > 0 && !program.able.includes(stateApply.capability))
    return { ...nothing, state: 'unable', version: state.version };
  return { ...nothing, ...state };
}
