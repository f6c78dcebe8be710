import type { credentialCalls } from '#api/contract/credentials.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import {
  addCredential,
  listCredentials,
  readCredential,
  removeCredential,
  saveCredential,
  type CredentialReply,
} from '../credentials/credentials.ts';
import { listCredentialUses } from '../credentials/credential-uses.ts';
import { listExpiringCredentials } from '../credentials/expiring.ts';
import type { Handlers } from '../http/handler.ts';

const secretNames = ['community', 'password', 'authKey', 'privKey'] as const;
const done = { resultCode: 'SUCCESS' } as const;

export const credentialHandlers: Handlers<keyof typeof credentialCalls> = {
  listCredentials: (context, { query }) => listCredentials(context, query.clientId),
  listCredentialUses: (context, { query }) => listCredentialUses(context, query.clientId),
  listExpiringCredentials: (context) => listExpiringCredentials(context),
  readCredential: (context, { params }) => readCredential(context, params.id),
  addCredential: async (context, { body }) => {
    const credential = await addCredential(context, body);
    await record(context, 'CREATED', credential, `Added the credential “${credential.name}”`, auditable(credential));
    return { ...done, credential };
  },
  saveCredential: async (context, { params, body }) => {
    const before = await readCredential(context, params.id);
    const credential = await saveCredential(context, params.id, body);
    const { changes } = changesOf(auditable(before), auditable(credential));
    const renewed = secretNames.filter((name) => body[name]).map((field) => ({ field, from: null, to: null }));
    await record(context, 'UPDATED', credential, `Changed the credential “${credential.name}”`, {
      changes: [...changes, ...renewed],
    });
    return { ...done, credential };
  },
  removeCredential: async (context, { params }) => {
    const credential = await removeCredential(context, params.id);
    await record(context, 'DELETED', credential, `Removed the credential “${credential.name}”`);
    return done;
  },
};

function auditable({
  name,
  credentialType,
  username,
  security,
  authProtocol,
  privProtocol,
  expiresOn,
}: CredentialReply) {
  return { name, credentialType, username, security, authProtocol, privProtocol, expiresOn };
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  { id, clientId }: CredentialReply,
  summary: string,
  detail?: object,
): Promise<void> {
  const entity = { entityType: 'CREDENTIAL', entityId: id, organizationId: clientId, summary };
  await context.audit({ action: `CREDENTIAL_${what}`, ...entity, ...(detail && { detail: { ...detail } }) });
  await context.announce('organization', [clientId]);
}
