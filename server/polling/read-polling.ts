import { and, eq } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { devicesPoll, pollPings } from '#api/contract/agent-methods/polling.ts';
import type { Actor } from '../access/actor.ts';
import { isStandingNode, visibleNodes } from '../access/visibility.ts';
import { lackOf } from '../agents/inability.ts';
import type { Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import { devicePoll } from '../database/schema/polling.ts';

type Polling = NonNullable<ReplyOf<Catalogue['readDevice']>['polling']>;
type Answered = Polling['answered'];

/** How a network device is polled, and what the last poll said. */
export async function readPolling(
  db: Queries,
  actor: Actor,
  { id, parentNodeId }: Pick<typeof node.$inferSelect, 'id' | 'parentNodeId'>,
): Promise<Polling> {
  const [state] = await db
    .select({ poll: devicePoll, credentialName: credential.name })
    .from(devicePoll)
    .leftJoin(credential, eq(credential.id, devicePoll.credentialId))
    .where(eq(devicePoll.nodeId, id));
  const [probe] =
    parentNodeId === null
      ? []
      : await db
          .select({ node, agent })
          .from(node)
          .leftJoin(agent, eq(agent.nodeId, node.id))
          .where(and(eq(node.id, parentNodeId), visibleNodes(actor)));
  const [known] = await db
    .select({ id: node.id })
    .from(node)
    .where(and(eq(node.id, parentNodeId ?? 0), isStandingNode()));
  const nodeName = probe ? probe.node.friendlyName || probe.node.name : '';
  return {
    probe: probe ? { nodeId: probe.node.id, nodeName } : null,
    inability:
      known === undefined ? 'The network probe of this device was removed.' : probe ? inabilityOf(probe) : null,
    credentialName: state?.credentialName ?? null,
    polledAt: state?.poll.polledAt?.toISOString() ?? null,
    since: state?.poll.since?.toISOString() ?? null,
    answered: (state?.poll.answered ?? null) as Answered,
    pingMS: state?.poll.pingMs ?? null,
    sent: pollPings.pingsPerNode,
    received: state?.poll.received ?? null,
    bootedAt: state?.poll.bootedAt?.toISOString() ?? null,
  };
}

function inabilityOf(probe: {
  node: typeof node.$inferSelect;
  agent: typeof agent.$inferSelect | null;
}): string | null {
  if (probe.agent === null) return 'The network probe of this device has no agent.';
  if (!probe.node.isUp) return 'The network probe of this device is offline.';
  return lackOf(probe.agent, devicesPoll) ?? null;
}
