import { asc, eq } from 'drizzle-orm';
import type { BackupJobsState } from '#api/contract/agent-methods/backup.ts';
import type { Queries } from '../database/database.ts';
import { backupJob } from '../database/schema/backup-job.ts';
import { openSecrets } from '../desired-state/kept-secrets.ts';
import type { Secrets } from '../secrets.ts';

/** The jobs of a device with their secrets, as its agent stores them. */
export async function backupJobsState(
  db: Queries,
  nodeId: number,
  secrets: Pick<Secrets, 'open'>,
): Promise<BackupJobsState> {
  const rows = await db.select().from(backupJob).where(eq(backupJob.nodeId, nodeId)).orderBy(asc(backupJob.id));
  return {
    jobs: rows.map((row) => ({
      jobName: row.name,
      ...row.settings,
      ...openSecrets(secrets, row.secrets),
    })),
  };
}
