import { and, eq } from 'drizzle-orm';
import type { AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import type { Secrets } from '../secrets.ts';

interface Tools {
  db: Queries;
  secrets: Pick<Secrets, 'open'>;
}

const none = { username: '', password: '' };

/** User name and password of a BASIC credential of the delegate's organization; undefined for any other. Never store them. */
export async function loginOf(
  { db, secrets }: Tools,
  delegate: number,
  id: number,
): Promise<{ username: string; password: string } | undefined> {
  const [found] = await db
    .select({ plain: credential.plain, sealed: credential.secrets })
    .from(credential)
    .innerJoin(node, eq(node.organizationId, credential.organizationId))
    .where(and(eq(node.id, delegate), eq(credential.id, id), eq(credential.credentialType, 'BASIC')));
  if (!found) return undefined;
  const { username = '' } = found.plain;
  const { password = '' } = found.sealed;
  return { username, password: password && secrets.open(password) };
}

/** The parameters of a test with the login itself; undefined unless the credential is one of the organization. */
export async function withLogin(
  tools: Tools,
  delegate: number,
  { credentialId, ...rest }: AgentPart<'vmhost.test', 'params'>,
): Promise<SentParams<'vmhost.test'> | undefined> {
  if (rest.type === 'HYPERV') return { ...rest, ...none };
  const login = credentialId === null ? undefined : await loginOf(tools, delegate, credentialId);
  return login && { ...rest, ...login };
}
