import type { backupJobCalls } from '#api/contract/backup-job.ts';
import { changesOf } from '../audit/changes.ts';
import {
  addBackupJob,
  listBackupJobs,
  readBackupJob,
  removeBackupJob,
  saveBackupJob,
  type BackupJobReply,
  type OwnJob,
} from '../backup-job/backup-job.ts';
import { testDestination } from '../backup-job/test-destination.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';

const done = { resultCode: 'SUCCESS' } as const;
const secretNames = ['networkPassword', 'password'] as const;

export const backupJobHandlers: Handlers<keyof typeof backupJobCalls> = {
  listBackupJobs: (context, { params }) => listBackupJobs(context, params.id),
  readBackupJob: async (context, { params }) => (await readBackupJob(context, params.id)).job,
  addBackupJob: async (context, { body }) => {
    const own = await addBackupJob(context, body);
    await record(context, 'CREATED', own, 'Added', auditable(own.job));
    return { ...done, backupJob: own.job };
  },
  saveBackupJob: async (context, { params, body }) => {
    const before = await readBackupJob(context, params.id);
    const own = await saveBackupJob(context, params.id, body);
    const { changes } = changesOf(auditable(before.job), auditable(own.job));
    const renewed = secretNames.filter((name) => body[name]).map((field) => ({ field, from: null, to: null }));
    await record(context, 'UPDATED', own, 'Changed', { changes: [...changes, ...renewed] });
    return { ...done, backupJob: own.job };
  },
  removeBackupJob: async (context, { params }) => {
    await record(context, 'DELETED', await removeBackupJob(context, params.id), 'Removed');
    return done;
  },
  testBackupDestination: (context, { body }) => testDestination(context, body),
};

/** What a person sets. */
function auditable({
  id: _id,
  nodeId: _nodeId,
  revision: _revision,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  networkPasswordSet: _networkPasswordSet,
  passwordSet: _passwordSet,
  ...set
}: BackupJobReply) {
  return set;
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  { job, organizationId }: OwnJob,
  verb: string,
  detail?: object,
): Promise<void> {
  await context.audit({
    action: `BACKUP_JOB_${what}`,
    entityType: 'BACKUP_JOB',
    entityId: job.id,
    organizationId,
    summary: `${verb} the backup job “${job.jobName}”`,
    ...(detail && { detail: { ...detail } }),
  });
  await context.announce('backup-job', [job.nodeId]);
}
