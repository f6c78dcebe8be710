import type { DestinationTest } from '#api/contract/agent-methods/backup.ts';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import { askAgent } from '../destination/ask-agent.ts';
import { requireFields } from '../require-fields.ts';
import { isSameUser } from './checked-folder.ts';
import { ownFolder } from './managed-folder.ts';

type Body = BodyOf<Catalogue['testManagedFolder']>;

/**
 * Lets the agent of a device look at a folder before it is managed (F07-03).
 * @throws Refused `invalid_input`, `forbidden`, `not_found`
 */
export function testFolder(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<ReplyOf<Catalogue['testManagedFolder']>> {
  return askAgent(context, body.nodeId, () => requestOf(context, body));
}

/** Cairn does not know the default credentials of an image manager: without those of the folder no sign-in is tested. */
async function requestOf(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<DestinationTest> {
  const { folderPath: path, authenticationType } = body;
  requireFields({ '/folderPath': path === '' ? 'Required' : undefined });
  if (!path.startsWith('\\\\')) return { destinationType: 'LOCAL', path, share: null };
  const nobody = { path, domain: '', username: '', password: '' };
  if (authenticationType === 'DEFAULT_CREDENTIAL') return { destinationType: 'NETWORK_SHARE', path: '', share: nobody };
  const { folderCredentialsDomainOrComputerOrNASName: domain = '', folderCredentialsUserName: username = '' } = body;
  const password = body.folderCredentialsPassword ?? (await storedPassword(context, body));
  requireFields({ '/folderCredentialsPassword': password === undefined ? 'Enter the password' : undefined });
  return {
    destinationType: 'NETWORK_SHARE',
    path: '',
    share: { path, domain, username, password: password ?? '' },
  };
}

/** Of the folder that is edited, where path and user are those that the password was entered for. */
async function storedPassword(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: Body,
): Promise<string | undefined> {
  if (body.folderId === undefined) return undefined;
  const { row } = await ownFolder(context, body.folderId);
  const sealed = row.secrets['folderCredentialsPassword'];
  if (sealed === undefined || row.nodeId !== body.nodeId || row.path !== body.folderPath) return undefined;
  return isSameUser(body, row.settings) ? context.services.secrets.open(sealed) : undefined;
}
