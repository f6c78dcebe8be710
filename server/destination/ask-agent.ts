import { and, eq } from 'drizzle-orm';
import {
  backupTestDestination,
  type DestinationCheck,
  type DestinationResult,
  type DestinationTest,
} from '#api/contract/agent-methods/backup.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { RpcError } from '#api/contract/json-rpc.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { lackOf } from '../agents/inability.ts';
import { plainText } from '../agents/plain-text.ts';
import type { CallContext } from '../context.ts';
import { agent } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';

type Reply = ReplyOf<Catalogue['testBackupDestination']>;

/**
 * Lets the agent of a device look at a folder or a share. A password travels in memory alone.
 * @param readRequest runs once the actor is known to may change the device
 * @throws Refused `invalid_input`, `forbidden`, and what `readRequest` throws
 */
export async function askAgent(
  { db, actor, services }: Pick<CallContext, 'db' | 'actor' | 'services'>,
  nodeId: number,
  readRequest: () => Promise<DestinationTest>,
): Promise<Reply> {
  const [device] = await db
    .select({ organizationId: node.organizationId, capabilities: agent.capabilities, version: agent.version })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(and(eq(node.id, nodeId), visibleNodes(actor)));
  requireFields({ '/nodeId': device ? undefined : 'Choose a device with an agent' });
  if (!device || !holds(actor, 'NODE:Update', device.organizationId)) throw new Refused('forbidden');
  const request = await readRequest();
  const lack = device.capabilities.length > 0 ? lackOf(device, backupTestDestination) : undefined;
  if (lack !== undefined) return untested(lack);
  try {
    const result = await services.agents.testDestination(nodeId, request);
    return result ? toReply(result) : untested('The agent is not connected, so the destination was not tested.');
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return untested('The agent did not answer, so the destination was not tested.');
  }
}

function untested(text: string): Reply {
  const check: DestinationCheck = { check: 'agent', outcome: 'open', text: text.slice(0, 300) };
  return { resultCode: 'SUCCESS', outcome: 'open', checks: [check], freeBytes: null };
}

function toReply({ checks, freeBytes }: DestinationResult): Reply {
  const has = (outcome: DestinationCheck['outcome']) => checks.some((check) => check.outcome === outcome);
  const outcome = has('failed') ? 'failed' : has('open') || checks.length === 0 ? 'open' : 'passed';
  return {
    resultCode: 'SUCCESS',
    outcome,
    checks: checks.map((check) => ({ ...check, text: plainText(check.text) })),
    freeBytes,
  };
}
