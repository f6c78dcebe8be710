import { and, eq, inArray } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { decisions, type Decision } from '#api/contract/directory.ts';
import type { RowsAnswer } from '#api/contract/rows.ts';
import { changer, selector } from '#engine/rows/selection.ts';
import { recentResult } from '../agents/recent-result.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { directoryJob } from '../database/schema/directory.ts';
import { location } from '../database/schema/organizations.ts';
import { runItem } from '../database/schema/runs.ts';
import { requireBasic } from '../credentials/require-basic.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import type { Row } from './describe-computers.ts';
import { seenJobs } from './jobs/read-jobs.ts';
import { ownReading } from './own-reading.ts';
import { storeDecided, type Decided } from './store-decided.ts';

/**
 * Gives computers of a directory that are NEW the status and the location that a technician chose. The agent is installed on
 * those that are approved. A computer that was decided about since the directory was read keeps what was decided.
 * @throws Refused `not_found`, `forbidden`, `invalid_input`, `credential_not_validated`
 */
export async function applyJob(
  context: WriteContext,
  id: string,
  { credentialId, test, devices, jobId }: BodyOf<Catalogue['applyDirectoryJob']>,
): Promise<ReplyOf<Catalogue['applyDirectoryJob']>> {
  const { db, now } = context;
  const { controller, clientId, params } = await ownReading(context, id);
  await requireBasic(db, clientId, { '/credentialId': credentialId });
  const decided = await decidedComputers(db, id, devices);
  requireFields({ '/devices': await wordsAgainst(db, clientId, decided) });
  const { allowPlain } = params;
  const validated = await recentResult(context, test, {
    nodeId: controller.id,
    method: 'directory.signIn',
    params: { credentialId, allowPlain },
  });
  // F04-33
  if (validated?.code !== 'succeeded') throw new Refused('credential_not_validated');
  const place = { organizationId: clientId, domainControllerId: controller.id, credentialId };
  const stored = await storeDecided(db, decided, place, now);
  const count = (status: Decision) => stored.filter((computer) => computer.status === status).length;
  const counts = { approved: count('APPROVED'), pending: count('PENDING'), rejected: count('REJECTED') };
  await context.audit({
    action: 'DIRECTORY_DEVICES_DECIDED',
    entityType: 'ORGANIZATION',
    entityId: clientId,
    organizationId: clientId,
    summary: `Decided about computers of the directory that “${controller.name}” reads: ${counts.approved} approved, ${counts.pending} pending, ${counts.rejected} rejected`,
  });
  if (jobId !== undefined) await noteAdHocRun(context, { jobId, controllerId: controller.id }, stored);
  await context.announce('node', [controller.id]);
  return { resultCode: 'SUCCESS', clientId, ...counts };
}

/** The job that was run says so, where the actor sees it and it is one of this domain controller. */
async function noteAdHocRun(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { jobId, controllerId }: { jobId: number; controllerId: number },
  decided: readonly Decided[],
): Promise<void> {
  const count = decided.length;
  const words = `A technician decided about ${count.toLocaleString('en')} ${count === 1 ? 'computer' : 'computers'}.`;
  await context.db
    .update(directoryJob)
    .set({ lastRunAt: context.now, lastOutcome: 'succeeded', lastResult: words })
    .where(
      and(
        eq(directoryJob.id, jobId),
        eq(directoryJob.domainControllerId, controllerId),
        eq(directoryJob.jobType, 'AD_HOC'),
        seenJobs(context),
      ),
    );
}

/** The computers that are NEW, selected, and were given a new status (F04-11, F04-13). */
async function decidedComputers(db: Queries, id: string, { selected, changes = [] }: RowsAnswer): Promise<Decided[]> {
  const rows = await db
    .select({ key: runItem.key, data: runItem.data })
    .from(runItem)
    .where(eq(runItem.runId, id))
    .orderBy(runItem.seq);
  const isSelected = selector(selected);
  const changed = changer(changes.filter(({ column }) => column === 'newStatus' || column === 'newLocation'));
  return rows
    .filter((row) => row.data['status'] === 'NEW' && isSelected(row))
    .flatMap((row) => {
      const { objectGuid, name, hostName, os, isServer, ouPath } = row.data as unknown as Row;
      const { newStatus, newLocation } = changed(row) as Partial<Record<'newStatus' | 'newLocation', unknown>>;
      const status = decisions.find((each) => each === newStatus);
      if (status === undefined) return [];
      const locationId = status !== 'REJECTED' && typeof newLocation === 'number' ? newLocation : null;
      return [{ objectGuid, name, hostName, os, isServer, ouPath, status, locationId }];
    });
}

async function wordsAgainst(db: Queries, clientId: number, decided: readonly Decided[]): Promise<string | undefined> {
  // F04-34
  if (decided.length === 0) return 'Give at least 1 new computer a status';
  const placed = decided.filter(({ status }) => status !== 'REJECTED');
  // F04-12
  const missing = placed.filter(({ locationId }) => locationId === null).length;
  if (missing > 0)
    return `${missing} ${missing === 1 ? 'computer needs' : 'computers need'} a location. Choose one for each computer that is approved or pending.`;
  const ids = [...new Set(placed.flatMap(({ locationId }) => locationId ?? []))];
  const found = await db
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.organizationId, clientId), inArray(location.id, ids)))
    .for('key share');
  return found.length === ids.length ? undefined : 'Choose a location of the organization.';
}
