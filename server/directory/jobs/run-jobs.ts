import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from 'drizzle-orm';
import { auditStopped, authorObstacle, isOfStandingAuthor } from '../../access/author.ts';
import type { AuditEntry } from '../../audit/audit-entry.ts';
import { appendAudit } from '../../audit/chain.ts';
import type { Database, Queries } from '../../database/database.ts';
import { directoryJob } from '../../database/schema/directory.ts';
import { division, organization } from '../../database/schema/organizations.ts';
import { run } from '../../database/schema/runs.ts';
import { wake } from '../../jobs/wake.ts';
import type { Live } from '../../live/messages.ts';
import { nextRun } from '../../maintenance/repeat.ts';
import type { Secrets } from '../../secrets.ts';
import { failed, noteOutcome, outcomeOf, type EndedRun, type Outcome } from './finish-run.ts';
import type { JobRow } from './read-jobs.ts';
import { zoneOfOrganization } from '../../organizations/zone-of-organization.ts';
import { startRun } from './start-run.ts';
import { isStandingNodeId, isStandingOrganization } from '../../access/visibility.ts';

export interface RunTools {
  database: Database;
  live: Pick<Live, 'announce'>;
  secrets: Secrets;
}

/** While runs are under way, the server looks again after so many seconds. */
const LOOK_AGAIN_SECONDS = 2;
const wakeJobs = wake('run_directory_jobs');

/** Looks for the end of runs soon. */
export async function lookAgain(db: Queries, now: Date): Promise<void> {
  await wakeJobs(db, new Date(now.getTime() + LOOK_AGAIN_SECONDS * 1000));
}

/**
 * The job of every minute: finishes the runs of discovery jobs that have ended, and starts those whose time has come. Of several
 * servers that do it at once, one takes each job: its row is locked and changed in one transaction.
 */
export async function runDirectoryJobs(tools: RunTools, now: Date = new Date()): Promise<void> {
  while (await finishOne(tools, now));
  while (await startOne(tools, now));
  const { database } = tools;
  const [running] = await database
    .select({ id: directoryJob.id })
    .from(directoryJob)
    .where(isNotNull(directoryJob.runId))
    .limit(1);
  if (running) await lookAgain(database, now);
}

/** Neither its organization nor its domain controller is marked for deletion: such a job waits as it is. */
const stands = and(
  isStandingOrganization(directoryJob.organizationId),
  or(isNull(directoryJob.domainControllerId), isStandingNodeId(directoryJob.domainControllerId)),
);
const underWay = ['queued', 'running'] as const;
const isUnderWay = sql`exists (select 1 from ${run} where ${run.id} = ${directoryJob.runId} and ${inArray(run.state, underWay)})`;

/** Takes one job whose run has ended; false when there is none. */
async function finishOne({ database, live, secrets }: RunTools, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [job] = await tx
      .select()
      .from(directoryJob)
      .where(and(isNotNull(directoryJob.runId), not(isUnderWay), stands))
      .orderBy(directoryJob.id)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (!job) return false;
    const ended = await endOf(tx, job);
    // Another server finished the run and started the next one before this one locked the row.
    if (ended === undefined) return true;
    const outcome = await outcomeOf(tx, job, ended, now);
    await noteOutcome(tx, job.id, outcome, now);
    await live.announce(tx, 'node', job.domainControllerId === null ? [] : [job.domainControllerId]);
    await appendAudit(tx, secrets, { userId: null, name: 'Cairn', ip: '', at: now }, [auditOf(job, outcome)]);
    return true;
  });
}

/** How the run ended, as it stands once the job is locked; undefined while it is under way. */
async function endOf(tx: Queries, { runId }: JobRow): Promise<EndedRun | undefined> {
  const [found] = await tx
    .select({ state: run.state, result: run.result, refusal: run.refusal })
    .from(run)
    .where(eq(run.id, runId ?? ''));
  if (!found) return { state: null, result: null, refusal: null };
  return underWay.some((state) => state === found.state) ? undefined : found;
}

function auditOf({ name, organizationId }: JobRow, { lastResult }: Outcome): AuditEntry {
  return {
    action: 'DIRECTORY_JOB_RAN',
    entityType: 'ORGANIZATION',
    entityId: organizationId,
    organizationId,
    summary: `The discovery job “${name}” of a directory ran. ${lastResult}`,
  };
}

/** Takes one job whose time has come; false when there is none. A run that is still under way is not started twice. */
async function startOne({ database, live, secrets }: RunTools, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(directoryJob)
      .where(and(lte(directoryJob.nextRunAt, now), stands, isOfStandingAuthor(directoryJob.userId)))
      .orderBy(directoryJob.nextRunAt, directoryJob.id)
      .limit(1)
      .for('no key update', { skipLocked: true });
    if (!due) return false;
    await tx
      .update(directoryJob)
      .set({ nextRunAt: await nextRunOf(tx, due, now) })
      .where(eq(directoryJob.id, due.id));
    if (due.runId !== null) return true;
    const stopped = await obstacleTo(tx, due);
    if (stopped !== undefined) await stopJob({ tx, secrets, now }, due, stopped);
    const refused = stopped === undefined ? await startRun({ db: tx, live, secrets, now }, due) : undefined;
    if (refused) await noteOutcome(tx, due.id, failed(refused.words), now);
    await live.announce(tx, 'node', due.domainControllerId === null ? [] : [due.domainControllerId]);
    return true;
  });
}

async function nextRunOf(tx: Queries, { schedule, organizationId }: JobRow, now: Date): Promise<Date | null> {
  if (schedule === null) return null;
  const [found] = await tx
    .select({ timeZone: zoneOfOrganization })
    .from(organization)
    .innerJoin(division, sql`true`)
    .where(eq(organization.id, organizationId));
  return new Date(nextRun(schedule, { timeZone: found?.timeZone ?? 'UTC', after: now.getTime() }));
}

/** Why the job does not run: it discovers with the permissions of whoever saved it last. */
function obstacleTo(tx: Queries, job: JobRow): Promise<string | undefined> {
  return authorObstacle(tx, job, {
    again: 'Save the job again as somebody who may.',
    may: 'add devices to this organization',
    permission: 'NODE:Create',
    organizationId: job.organizationId,
  });
}

async function stopJob(
  { tx, secrets, now }: { tx: Queries; secrets: Secrets; now: Date },
  { id, name, organizationId, lastResult: before }: JobRow,
  reason: string,
): Promise<void> {
  const what = `the discovery job “${name}” of a directory`;
  const about = { entityType: 'ORGANIZATION', entityId: organizationId, organizationId };
  const entry = { action: 'DIRECTORY_JOB_STOPPED', ...about, what };
  await auditStopped(tx, secrets, { before, reason, entry }, now);
  await noteOutcome(tx, id, failed(reason), now);
}
