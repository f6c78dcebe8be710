import { and, asc, eq, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { credential } from '../database/schema/credentials.ts';
import { organization } from '../database/schema/organizations.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { screensFor } from '../screens/screens-for.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { givenSecrets, plainOf, sealedSecrets, setFlags } from './fields.ts';

export type CredentialReply = ReplyOf<Catalogue['readCredential']>;
type Input = BodyOf<Catalogue['addCredential']>;
type Row = typeof credential.$inferSelect;
type Reading = Pick<CallContext, 'db' | 'actor'>;

/** What may be listed of a credential. */
export const told = {
  id: credential.id,
  name: credential.name,
  credentialType: credential.credentialType,
  expiresOn: sql<string>`coalesce(${credential.expiresOn}::text, '')`,
};

/** Lists the id, name, type and last day of each credential of an organization that the caller may see (F22-05). */
export async function listCredentials(
  { db, actor }: Reading,
  clientId: number,
): Promise<ReplyOf<Catalogue['listCredentials']>> {
  return db
    .select(told)
    .from(credential)
    .where(and(eq(credential.organizationId, clientId), visibleOrganizations(actor, credential.organizationId)))
    .orderBy(sql`lower(${credential.name})`, asc(credential.id));
}

/** @throws Refused `not_found`, `forbidden` */
export async function readCredential(context: Reading, id: number): Promise<CredentialReply> {
  return toReply(await ownRow(context, id));
}

/** @throws Refused `invalid_input`, `forbidden` */
export async function addCredential(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: Input,
): Promise<CredentialReply> {
  const { db, actor, now } = context;
  const { clientId } = body;
  const [place] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), visibleOrganizations(actor)))
    .for('key share');
  requireFields({ '/clientId': place ? undefined : 'Choose an organization' });
  if (!holds(actor, 'ORGANIZATION:Update', clientId)) throw new Refused('forbidden');
  const input = checkInput(context, body);
  const [row] = await named(() =>
    db
      .insert(credential)
      .values({ ...input, organizationId: clientId, createdAt: now, updatedAt: now })
      .returning(),
  );
  if (!row) throw new Error('The credential was not stored');
  return toReply(row);
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveCredential(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: Input,
): Promise<CredentialReply> {
  const { db, now } = context;
  const stored = await ownRow(context, id, true);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'CREDENTIAL', id, revision, current: async () => toReply(stored) });
  requireFields({
    '/clientId':
      body.clientId === stored.organizationId
        ? undefined
        : 'The organization cannot change once the credential is saved.',
    '/credentialType':
      body.credentialType === stored.credentialType
        ? undefined
        : 'The type cannot change once the credential is saved.',
  });
  const input = checkInput(context, body, stored);
  const [row] = await named(() =>
    db
      .update(credential)
      .set({ ...input, revision: nextRevision(credential.revision), updatedAt: now })
      .where(eq(credential.id, id))
      .returning(),
  );
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** Returns the removed credential. @throws Refused `not_found`, `forbidden` */
export async function removeCredential(
  context: Pick<CallContext, 'db' | 'actor'>,
  id: number,
): Promise<CredentialReply> {
  const row = await ownRow(context, id, true);
  await context.db.delete(credential).where(eq(credential.id, id));
  return toReply(row);
}

/** Of an organization that the actor sees and may change. @throws Refused `not_found`, `forbidden` */
async function ownRow({ db, actor }: Reading, id: number, lock = false): Promise<Row> {
  const query = db
    .select()
    .from(credential)
    .where(and(eq(credential.id, id), visibleOrganizations(actor, credential.organizationId)));
  const [row] = await (lock ? query.for('no key update') : query);
  if (!row) throw new Refused('not_found');
  if (!holds(actor, 'ORGANIZATION:Update', row.organizationId)) throw new Refused('forbidden');
  return row;
}

/** Judges the body by the screen of the flow `credential`. @throws Refused `invalid_input` */
function checkInput(context: Pick<CallContext, 'actor' | 'services'>, body: Input, stored?: Row) {
  const { services } = context;
  const { clientId, credentialType } = body;
  const name = body.name.trim();
  const plain = plainOf(credentialType, body);
  const secrets = sealedSecrets(credentialType, body, services.secrets, stored?.secrets);
  const answers = {
    clientId,
    name,
    credentialType,
    ...plain,
    ...givenSecrets(credentialType, body),
    ...setFlags(credentialType, plain, secrets),
    ...(body.expiresOn && { expiresOn: body.expiresOn }),
  };
  requireAnswers(screensFor(context, clientId).check('credential', 'details', answers));
  // Left out, the stored day stays.
  const expiresOn = body.expiresOn === undefined ? (stored?.expiresOn ?? null) : body.expiresOn || null;
  return { name, credentialType, plain, secrets, expiresOn };
}

/** @throws Refused `invalid_input` for a name that another credential of the organization has */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'credential_name') throw error;
    throw new Refused('invalid_input', {
      fields: { '/name': 'Another credential of the organization has this name.' },
      cause: error,
    });
  }
}

function toReply({ organizationId, plain, secrets, expiresOn, createdAt, updatedAt, ...row }: Row): CredentialReply {
  return {
    ...row,
    clientId: organizationId,
    ...(plain as Partial<CredentialReply>),
    ...setFlags(row.credentialType, plain, secrets),
    expiresOn: expiresOn ?? '',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
