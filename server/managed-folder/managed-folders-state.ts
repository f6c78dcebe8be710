import { asc, eq } from 'drizzle-orm';
import type { ManagedFoldersState } from '#api/contract/agent-methods/managed-folder.ts';
import type { Queries } from '../database/database.ts';
import { managedFolder } from '../database/schema/managed-folder.ts';
import { openSecrets } from '../desired-state/kept-secrets.ts';
import type { Secrets } from '../secrets.ts';

/** The managed folders of a device with their secrets, as its agent stores them. */
export async function managedFoldersState(
  db: Queries,
  nodeId: number,
  secrets: Pick<Secrets, 'open'>,
): Promise<ManagedFoldersState> {
  const rows = await db
    .select()
    .from(managedFolder)
    .where(eq(managedFolder.nodeId, nodeId))
    .orderBy(asc(managedFolder.id));
  return {
    folders: rows.map((row) => ({ folderPath: row.path, ...row.settings, ...openSecrets(secrets, row.secrets) })),
  };
}
