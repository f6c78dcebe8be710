import { signedIn } from '../../access/signed-in.ts';
import type { CallContext, WriteContext } from '../../context.ts';
import { Refused } from '../../refused.ts';
import { ownJob } from './read-jobs.ts';
import { lookAgain } from './run-jobs.ts';
import { auditJob } from './save-job.ts';
import { startRun } from './start-run.ts';

/**
 * Runs a scheduled job now; its next time stays.
 * @throws Refused `not_found`, `directory_job_not_scheduled`, `directory_job_running`, `device_offline`, `domain_controller_not_found`, `invalid_input`
 */
export async function runNow(
  context: WriteContext & Pick<CallContext, 'ip' | 'afterCommit'>,
  id: number,
): Promise<void> {
  const { db, actor, now, ip, services, afterCommit } = context;
  const job = await ownJob(context, id);
  if (job.jobType !== 'SCHEDULED') throw new Refused('directory_job_not_scheduled');
  if (job.runId !== null) throw new Refused('directory_job_running');
  const by = { userId: signedIn(actor).userId, ip };
  const refused = await startRun({ db, live: services.live, secrets: services.secrets, now }, job, by);
  if (refused) throw new Refused(refused.code, { message: refused.words });
  await auditJob(context, job, 'DIRECTORY_JOB_STARTED', 'Started');
  await lookAgain(db, now);
  const { domainControllerId } = job;
  if (domainControllerId !== null) afterCommit(() => services.agents.wake(domainControllerId));
}
