import { and, asc, eq, sql } from 'drizzle-orm';
import { mostBackupJobs } from '#api/contract/backup-names.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { backupJob } from '../database/schema/backup-job.ts';
import { node } from '../database/schema/nodes.ts';
import { violatedIndex } from '../database/violations.ts';
import { changedDevice, requireSeen } from '../desired-state/configured-device.ts';
import { readDelivery } from '../desired-state/delivery.ts';
import { changeState } from '../desired-state/desired-state.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { backupJobsState } from './backup-jobs-state.ts';
import { checkJob, type JobInput, type JobRow } from './checked-job.ts';

export type BackupJobReply = ReplyOf<Catalogue['readBackupJob']>;
/** A job with the organization of its device. */
export interface OwnJob {
  job: BackupJobReply;
  organizationId: number;
}
type Reading = Pick<CallContext, 'db' | 'actor'>;

const kind = 'backup-jobs';
/** Of the document as JSON: it travels in one message to the agent. */
const LARGEST_DOCUMENT = 200_000;

/** The jobs of a device that the caller sees. @throws Refused `not_found` */
export async function listBackupJobs(reading: Reading, nodeId: number): Promise<ReplyOf<Catalogue['listBackupJobs']>> {
  const { db } = reading;
  await requireSeen(reading, nodeId);
  const rows = await db
    .select()
    .from(backupJob)
    .where(eq(backupJob.nodeId, nodeId))
    .orderBy(sql`lower(${backupJob.name})`, asc(backupJob.id));
  return { items: rows.map(toReply), delivery: await readDelivery(db, nodeId, kind) };
}

/** @throws Refused `not_found`, `forbidden` */
export async function readBackupJob(reading: Reading, id: number): Promise<OwnJob> {
  const { row, organizationId } = await ownRow(reading, id);
  return { job: toReply(row), organizationId };
}

/** @throws Refused `invalid_input`, `forbidden` */
export async function addBackupJob(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: JobInput,
): Promise<OwnJob> {
  const { db, now, services } = context;
  const { organizationId } = await changedDevice(context, body.nodeId);
  const columns = checkJob(services, body);
  const [{ count } = { count: 0 }] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(backupJob)
    .where(eq(backupJob.nodeId, body.nodeId));
  requireFields({
    '/jobName': count < mostBackupJobs ? undefined : `A device has at most ${mostBackupJobs} backup jobs.`,
  });
  const [row] = await named(() =>
    db
      .insert(backupJob)
      .values({ ...columns, nodeId: body.nodeId, createdAt: now, updatedAt: now })
      .returning(),
  );
  if (!row) throw new Error('The backup job was not stored');
  await tellAgent(context, body.nodeId);
  return { job: toReply(row), organizationId };
}

/** @throws Refused `not_found`, `forbidden`, `conflict`, `invalid_input` */
export async function saveBackupJob(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: JobInput,
): Promise<OwnJob> {
  const { db, now, services } = context;
  const { row: stored, organizationId } = await ownRow(context, id, true);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'BACKUP_JOB', id, revision, current: async () => toReply(stored) });
  const columns = checkJob(services, body, stored);
  const [row] = await db
    .update(backupJob)
    .set({ ...columns, revision: nextRevision(backupJob.revision), updatedAt: now })
    .where(eq(backupJob.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  await tellAgent(context, row.nodeId);
  return { job: toReply(row), organizationId };
}

/** Returns the removed job. @throws Refused `not_found`, `forbidden` */
export async function removeBackupJob(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
): Promise<OwnJob> {
  const { row, organizationId } = await ownRow(context, id, true);
  await context.db.delete(backupJob).where(eq(backupJob.id, id));
  await tellAgent(context, row.nodeId);
  return { job: toReply(row), organizationId };
}

/** @throws Refused `invalid_input` where the jobs of the device do not fit one message */
async function tellAgent(
  { db, now, services }: Pick<CallContext, 'db' | 'services' | 'now'>,
  nodeId: number,
): Promise<void> {
  const bytes = Buffer.byteLength(JSON.stringify(await backupJobsState(db, nodeId, services.secrets)));
  requireFields({
    '/jobComment': bytes <= LARGEST_DOCUMENT ? undefined : 'The backup jobs of this device are too long together.',
  });
  await changeState(db, nodeId, kind, now);
}

/** Of a device that the actor sees and may change. @throws Refused `not_found`, `forbidden` */
export async function ownRow(
  { db, actor }: Reading,
  id: number,
  lock = false,
): Promise<{ row: JobRow; organizationId: number }> {
  const query = db
    .select({ row: backupJob, organizationId: node.organizationId })
    .from(backupJob)
    .innerJoin(node, eq(node.id, backupJob.nodeId))
    .where(and(eq(backupJob.id, id), visibleNodes(actor)));
  const [found] = await (lock ? query.for('no key update', { of: backupJob }) : query);
  if (!found) throw new Refused('not_found');
  if (!holds(actor, 'NODE:Update', found.organizationId)) throw new Refused('forbidden');
  return found;
}

/** @throws Refused `invalid_input` for a name that another job of the device has */
async function named<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) !== 'backup_job_name') throw error;
    throw new Refused('invalid_input', {
      fields: { '/jobName': 'Another backup job of the device has this name.' },
      cause: error,
    });
  }
}

function toReply({ name, settings, secrets, createdAt, updatedAt, ...row }: JobRow): BackupJobReply {
  return {
    ...row,
    jobName: name,
    ...settings,
    networkPasswordSet: secrets['networkPassword'] !== undefined,
    passwordSet: secrets['password'] !== undefined,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
