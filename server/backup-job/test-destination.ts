import { and, eq } from 'drizzle-orm';
import {
  backupTestDestination,
  type DestinationCheck,
  type DestinationResult,
  type DestinationTest,
} from '#api/contract/agent-methods/backup.ts';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
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
import { ownRow } from './backup-job.ts';
import { isSameShare } from './checked-job.ts';

type Reply = ReplyOf<Catalogue['testBackupDestination']>;
type Body = BodyOf<Catalogue['testBackupDestination']>;

/**
 * Lets the agent of a device look at a destination. The password travels in memory alone.
 * @throws Refused `invalid_input`, `forbidden`, `not_found`
 */
export async function testDestination(context: CallContext, body: Body): Promise<Reply> {
  const { db, actor, services } = context;
  const [device] = await db
    .select({ organizationId: node.organizationId, capabilities: agent.capabilities, version: agent.version })
    .from(node)
    .innerJoin(agent, eq(agent.nodeId, node.id))
    .where(and(eq(node.id, body.nodeId), visibleNodes(actor)));
  requireFields({ '/nodeId': device ? undefined : 'Choose a device with an agent' });
  if (!device || !holds(actor, 'NODE:Update', device.organizationId)) throw new Refused('forbidden');
  const request = await requestOf(context, body);
  const lack = device.capabilities.length > 0 ? lackOf(device, backupTestDestination) : undefined;
  if (lack !== undefined) return untested(lack);
  try {
    const result = await services.agents.testDestination(body.nodeId, request);
    return result ? toReply(result) : untested('The agent is not connected, so the destination was not tested.');
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return untested('The agent did not answer, so the destination was not tested.');
  }
}

/** @throws Refused `invalid_input`, `not_found`, `forbidden` */
async function requestOf(context: CallContext, body: Body): Promise<DestinationTest> {
  const { destinationType, localDestinationPath = '', networkDestinationPath = '' } = body;
  if (destinationType === 'LOCAL') {
    requireFields({ '/localDestinationPath': localDestinationPath === '' ? 'Required' : undefined });
    return { destinationType, path: localDestinationPath, share: null };
  }
  const password = body.networkPassword ?? (await storedPassword(context, body));
  requireFields({
    '/networkDestinationPath': networkDestinationPath === '' ? 'Required' : undefined,
    '/networkPassword': password === undefined ? 'Enter the password' : undefined,
  });
  const { networkDomain: domain = '', networkUserName: username = '' } = body;
  return {
    destinationType,
    path: '',
    share: { path: networkDestinationPath, domain, username, password: password ?? '' },
  };
}

/** Of the job that is edited, where the share and the user are those that the password was entered for. */
async function storedPassword(context: CallContext, body: Body): Promise<string | undefined> {
  if (body.jobId === undefined) return undefined;
  const { row } = await ownRow(context, body.jobId);
  const sealed = row.secrets['networkPassword'];
  if (sealed === undefined || row.nodeId !== body.nodeId || !isSameShare(body, row.settings)) return undefined;
  return context.services.secrets.open(sealed);
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
