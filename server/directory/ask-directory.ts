import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Run } from '#api/contract/runs.ts';
import { startCommand } from '../agents/start-command.ts';
import { requireBasic } from '../credentials/require-basic.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { requireAnswers } from '../require-fields.ts';
import { screensFor } from '../screens/screens-for.ts';
import { requireDomainController } from './domain-controllers.ts';
import { keepCredential } from './settings.ts';

/** Starts the reading of one level of the tree (F04-37). @throws Refused `domain_controller_not_found`, `device_offline`, `forbidden`, `invalid_input` */
export async function browse(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  body: BodyOf<Catalogue['browseDirectory']>,
): Promise<Run> {
  const { directoryCredentialId: credentialId, allowPlain, ouPath } = body;
  const { id } = await requireDomainController(context, body);
  await requireBasic(context.db, body.clientId, { '/directoryCredentialId': credentialId });
  return startCommand(context, id, { method: 'directory.browse', params: { credentialId, allowPlain, ouPath } });
}

/**
 * Starts the reading of the computers of an OU, judged by the screen of the flow `directory-discovery`.
 * @throws Refused `domain_controller_not_found`, `device_offline`, `forbidden`, `invalid_input`
 */
export async function readComputers(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  body: BodyOf<Catalogue['readDirectory']>,
): Promise<Run> {
  const { directoryCredentialId: credentialId, allowPlain, ouPath, recursiveOuPath: recursive, clientId } = body;
  requireAnswers(screensFor(context, clientId).check('directory-discovery', 'directory', body));
  const { id } = await requireDomainController(context, body);
  await requireBasic(context.db, clientId, { '/directoryCredentialId': credentialId });
  const params = { credentialId, allowPlain, ouPath: ouPath.trim(), recursive };
  const run = await startCommand(context, id, { method: 'directory.read', params });
  await keepCredential(context.db, clientId, credentialId);
  return run;
}

/** Starts a sign-in at the domain controller (F04-39). @throws Refused `domain_controller_not_found`, `device_offline`, `forbidden`, `invalid_input` */
export async function validateCredential(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  body: BodyOf<Catalogue['validateDirectoryCredential']>,
): Promise<Run> {
  const { credentialId, allowPlain } = body;
  const { id } = await requireDomainController(context, body);
  await requireBasic(context.db, body.clientId, { '/credentialId': credentialId });
  return startCommand(context, id, { method: 'directory.signIn', params: { credentialId, allowPlain } });
}
