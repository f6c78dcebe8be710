import { and, eq } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext } from '../context.ts';
import { agentCommand } from '../database/schema/agents.ts';
import { run } from '../database/schema/runs.ts';

/** A test counts for this long, in milliseconds. */
const COUNTS_MS = 60 * 60_000;

interface Asked<M extends AgentMethod> {
  nodeId: number;
  method: M;
  params: AgentPart<M, 'params'>;
}

/** What a command of this person said that ended within the hour, where device and parameters are the same; undefined for any other. */
export async function recentResult<M extends AgentMethod>(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: string,
  { nodeId, method, params }: Asked<M>,
): Promise<Partial<AgentPart<M, 'result'>> | undefined> {
  const [found] = await db
    .select({ params: agentCommand.params, at: agentCommand.createdAt, result: run.result })
    .from(run)
    .innerJoin(agentCommand, eq(agentCommand.id, run.id))
    .where(
      and(
        eq(run.id, id),
        eq(run.userId, signedIn(actor).userId),
        eq(run.state, 'done'),
        eq(agentCommand.nodeId, nodeId),
        eq(agentCommand.method, method),
      ),
    );
  const counts = found !== undefined && now.getTime() - found.at.getTime() <= COUNTS_MS;
  return counts && isDeepStrictEqual(found.params, params)
    ? ((found.result ?? {}) as Partial<AgentPart<M, 'result'>>)
    : undefined;
}
