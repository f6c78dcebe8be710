import { and, eq } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { credential } from '../database/schema/credentials.ts';
import { node } from '../database/schema/nodes.ts';
import type { Secrets } from '../secrets.ts';

export interface LoginTools {
  db: Queries;
  secrets: Pick<Secrets, 'open'>;
}

/** User name and password of a credential of this type and of the device's organization; undefined for any other. Never store them. */
export async function loginOf(
  { db, secrets }: LoginTools,
  device: number,
  id: number,
  type: 'BASIC' | 'TELNET_SSH' = 'BASIC',
): Promise<{ username: string; password: string } | undefined> {
  const [found] = await db
    .select({ plain: credential.plain, sealed: credential.secrets })
    .from(credential)
    .innerJoin(node, eq(node.organizationId, credential.organizationId))
    .where(and(eq(node.id, device), eq(credential.id, id), eq(credential.credentialType, type)));
  if (!found) return undefined;
  const { username = '' } = found.plain;
  const { password = '' } = found.sealed;
  return { username, password: password && secrets.open(password) };
}
