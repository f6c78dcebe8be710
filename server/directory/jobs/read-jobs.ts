import { and, asc, count, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { isStandingNode, organizationsWith, visibleOrganizations } from '../../access/visibility.ts';
import type { CallContext } from '../../context.ts';
import { containing } from '../../database/like.ts';
import { directoryJob } from '../../database/schema/directory.ts';
import { node } from '../../database/schema/nodes.ts';
import { division, organization } from '../../database/schema/organizations.ts';
import { nameOfNode } from '../../nodes/name-of-node.ts';
import { zoneOfOrganization } from '../../organizations/zone-of-organization.ts';
import { Refused } from '../../refused.ts';

type Seer = Pick<CallContext, 'db' | 'actor'>;
export type JobReply = ReplyOf<Catalogue['readDirectoryJob']>;
export type JobRow = typeof directoryJob.$inferSelect;

/** Jobs of organizations that the actor sees and may add devices to. */
export const seenJobs = ({ actor }: Pick<CallContext, 'actor'>) =>
  and(
    visibleOrganizations(actor, directoryJob.organizationId),
    organizationsWith(actor, 'NODE:Create', directoryJob.organizationId),
  );

function selectJobs(db: Seer['db'], where: SQL | undefined) {
  return db
    .select({
      job: directoryJob,
      clientName: organization.name,
      controllerId: node.id,
      controllerName: nameOfNode,
      timeZone: zoneOfOrganization,
    })
    .from(directoryJob)
    .innerJoin(organization, eq(organization.id, directoryJob.organizationId))
    .innerJoin(division, sql`true`)
    .leftJoin(node, and(eq(node.id, directoryJob.domainControllerId), isStandingNode()))
    .where(where);
}

/** Lists jobs by name (F04-41). */
export async function listJobs(
  { db, actor }: Seer,
  { clientId, search = '', limit = 100, offset = 0 }: QueryOf<Catalogue['listDirectoryJobs']>,
): Promise<ReplyOf<Catalogue['listDirectoryJobs']>> {
  const pattern = containing(search.trim());
  const where = and(
    seenJobs({ actor }),
    clientId === undefined ? undefined : eq(directoryJob.organizationId, clientId),
    search.trim() === '' ? undefined : or(ilike(directoryJob.name, pattern), ilike(directoryJob.ouPath, pattern)),
  );
  const rows = await selectJobs(db, where)
    .orderBy(sql`lower(${directoryJob.name})`, asc(directoryJob.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(directoryJob).where(where);
  return { items: rows.map(withoutCandidates), total: all?.total ?? 0 };
}

function withoutCandidates(row: Awaited<ReturnType<typeof selectJobs>>[number]) {
  const { content, ...reply } = toReply(row);
  const { candidateNodes: _, ...rest } = content;
  return { ...reply, content: rest };
}

/** @throws Refused `not_found` */
export async function readJob({ db, actor }: Seer, id: number): Promise<JobReply> {
  const [found] = await selectJobs(db, and(eq(directoryJob.id, id), seenJobs({ actor })));
  if (!found) throw new Refused('not_found');
  return toReply(found);
}

/** Locked until the end of the transaction. @throws Refused `not_found` */
export async function ownJob({ db, actor }: Seer, id: number): Promise<JobRow> {
  const [found] = await db
    .select()
    .from(directoryJob)
    .where(and(eq(directoryJob.id, id), seenJobs({ actor })))
    .for('no key update');
  if (!found) throw new Refused('not_found');
  return found;
}

interface Found {
  job: JobRow;
  clientName: string;
  /** Null when it was deleted. */
  controllerId: number | null;
  controllerName: string | null;
  timeZone: string;
}

function toReply({ job, clientName, controllerId, controllerName, timeZone }: Found): JobReply {
  return {
    id: job.id,
    name: job.name,
    clientId: job.organizationId,
    clientName,
    jobType: job.jobType,
    runOnce: job.runOnce,
    credentialId: job.credentialId,
    createdBy: job.createdBy,
    createdAt: job.createdAt.toISOString(),
    updatedAt: job.updatedAt.toISOString(),
    running: job.runId !== null,
    lastRunAt: job.lastRunAt?.toISOString() ?? null,
    lastOutcome: job.lastOutcome,
    lastResult: job.lastResult,
    nextRunAt: job.nextRunAt?.toISOString() ?? null,
    timeZone,
    revision: job.revision,
    content: {
      ouPath: job.ouPath,
      domainController: controllerId === null ? null : { id: controllerId, name: controllerName ?? '' },
      recursiveOuPath: job.recursiveOuPath,
      directoryCredentialId: job.directoryCredentialId,
      allowPlain: job.allowPlain,
      schedule: job.schedule,
      deployment: job.deployment,
      candidateNodes: job.candidateNodes,
    },
  };
}
