import type { DestinationTest } from '#api/contract/agent-methods/backup.ts';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import { askAgent } from '../destination/ask-agent.ts';
import { requireFields } from '../require-fields.ts';
import { ownRow } from './backup-job.ts';
import { isSameShare } from './checked-job.ts';

type Body = BodyOf<Catalogue['testBackupDestination']>;

/**
 * Lets the agent of a device look at the destination of a backup job.
 * @throws Refused `invalid_input`, `forbidden`, `not_found`
 */
export function testDestination(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<ReplyOf<Catalogue['testBackupDestination']>> {
  return askAgent(context, body.nodeId, () => requestOf(context, body));
}

/** @throws Refused `invalid_input`, `not_found`, `forbidden` */
async function requestOf(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<DestinationTest> {
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
async function storedPassword(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<string | undefined> {
  if (body.jobId === undefined) return undefined;
  const { row } = await ownRow(context, body.jobId);
  const sealed = row.secrets['networkPassword'];
  if (sealed === undefined || row.nodeId !== body.nodeId || !isSameShare(body, row.settings)) return undefined;
  return context.services.secrets.open(sealed);
}
