import { eq } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { directorySettings } from '../database/schema/directory.ts';

/** F04-40: an organization of which the actor sees nothing has no settings. */
export async function readSettings(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId }: QueryOf<Catalogue['readDirectorySettings']>,
): Promise<ReplyOf<Catalogue['readDirectorySettings']>> {
  if (!holds(actor, 'NODE:Create', clientId)) return { directoryCredentialId: null };
  const [found] = await db
    .select({ directoryCredentialId: directorySettings.directoryCredentialId })
    .from(directorySettings)
    .where(eq(directorySettings.organizationId, clientId));
  return found ?? { directoryCredentialId: null };
}

/** The credential that the next discovery of the organization begins with. */
export async function keepCredential(
  db: Queries,
  organizationId: number,
  directoryCredentialId: number,
): Promise<void> {
  await db
    .insert(directorySettings)
    .values({ organizationId, directoryCredentialId })
    .onConflictDoUpdate({ target: directorySettings.organizationId, set: { directoryCredentialId } });
}
