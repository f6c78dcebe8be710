import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { agentCommand } from '../database/schema/agents.ts';

/** Whether a probe discovers a network already: it does one discovery at a time (F02-44). No other one starts until the transaction ends. */
export async function isBusy(db: Queries, nodeId: number): Promise<boolean> {
  // Two starts at the same time would both find none.
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('network-discovery'), ${nodeId})`);
  const [running] = await db
    .select({ id: agentCommand.id })
    .from(agentCommand)
    .where(
      and(
        eq(agentCommand.nodeId, nodeId),
        eq(agentCommand.method, 'network.discover'),
        eq(agentCommand.state, 'pending'),
      ),
    )
    .limit(1);
  return running !== undefined;
}
