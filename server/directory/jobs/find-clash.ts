import { and, eq, ne } from 'drizzle-orm';
import type { JobType } from '#api/contract/directory-jobs.ts';
import { isWithin, keyOfPath } from '#api/contract/distinguished-name.ts';
import type { Queries } from '../../database/database.ts';
import { directoryJob } from '../../database/schema/directory.ts';

/** Where a job discovers, and how. `id`: of a job that is edited, which is in nobody's way. */
export interface Place {
  id?: number | undefined;
  controllerId: number;
  ouPath: string;
  recursive: boolean;
  jobType: JobType;
}

/** `same`: F04-28. `below`: F04-29. `above`: F04-30. */
export interface Clash {
  kind: 'same' | 'below' | 'above';
  /** The name of the other job. */
  name: string;
}

/** The job of the same domain controller that stands in the way of another; undefined where none does. */
export async function findClash(db: Queries, place: Place): Promise<Clash | undefined> {
  const { id, controllerId, ouPath, recursive, jobType } = place;
  const jobs = await db
    .select({
      name: directoryJob.name,
      jobType: directoryJob.jobType,
      ouPath: directoryJob.ouPath,
      recursive: directoryJob.recursiveOuPath,
    })
    .from(directoryJob)
    .where(
      and(eq(directoryJob.domainControllerId, controllerId), id === undefined ? undefined : ne(directoryJob.id, id)),
    )
    .orderBy(directoryJob.id);
  const same = jobs.find((job) => keyOfPath(job.ouPath) === keyOfPath(ouPath));
  if (same) return { kind: 'same', name: same.name };
  const scheduled = jobs.filter((job) => job.jobType === 'SCHEDULED');
  const below = recursive ? scheduled.find((job) => isWithin(job.ouPath, ouPath)) : undefined;
  if (below) return { kind: 'below', name: below.name };
  const above =
    jobType === 'SCHEDULED' ? scheduled.find((job) => job.recursive && isWithin(ouPath, job.ouPath)) : undefined;
  return above && { kind: 'above', name: above.name };
}

/** What the form says before the job is saved (ruling 31). */
export function wordsOfClash(clash: Clash | undefined): string {
  if (clash === undefined) return '';
  switch (clash.kind) {
    case 'same':
      return 'Cannot create multiple discovery jobs for the same OU Path.';
    case 'below':
      return `The scheduled job “${clash.name}” discovers an OU below this one. Do not include the OUs below it, or delete that job.`;
    case 'above':
      return `The scheduled job “${clash.name}” discovers an OU above this one, and includes the OUs below it.`;
    default:
      return unreachable(clash.kind);
  }
}

function unreachable(kind: never): never {
  throw new Error(`no job clashes as ${String(kind)}`);
}
