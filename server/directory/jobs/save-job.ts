import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Deployment, DiscoverySchedule, JobInput } from '#api/contract/directory-jobs.ts';
import { keyOfPath } from '#api/contract/distinguished-name.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import manifest from '#schemas/directory-discovery/flow.json';
import { holds } from '../../access/permissions.ts';
import { authorOfSave } from '../../access/author.ts';
import { recentResult } from '../../agents/recent-result.ts';
import type { CallContext, WriteContext } from '../../context.ts';
import { requireBasic } from '../../credentials/require-basic.ts';
import type { Queries } from '../../database/database.ts';
import { directoryJob } from '../../database/schema/directory.ts';
import { node } from '../../database/schema/nodes.ts';
import { division, location, organization } from '../../database/schema/organizations.ts';
import { nextRun } from '../../maintenance/repeat.ts';
import { Refused } from '../../refused.ts';
import { requireAnswers, requireFields } from '../../require-fields.ts';
import { nextRevision } from '../../revision.ts';
import { answerProblems } from '../../screens/answer-problems.ts';
import { screensFor } from '../../screens/screens-for.ts';
import { requireDomainController } from '../domain-controllers.ts';
import { findClash, wordsOfClash, type Place } from './find-clash.ts';
import { groupsOf } from './groups.ts';
import { ownJob, readJob, type JobReply } from './read-jobs.ts';
import { zoneOfOrganization } from '../../organizations/zone-of-organization.ts';

/** Says what stands in the way of a job, before it is saved. @throws Refused `domain_controller_not_found`, `forbidden` */
export async function checkJob(
  context: Pick<CallContext, 'db' | 'actor'>,
  { id, clientId, domainController, ouPath, recursiveOuPath, jobType }: BodyOf<Catalogue['checkDirectoryJob']>,
): Promise<ReplyOf<Catalogue['checkDirectoryJob']>> {
  const { id: controllerId } = await requireDomainController(context, { clientId, domainController });
  requireCreate(context, clientId);
  const clash = await findClash(context.db, {
    id,
    controllerId,
    ouPath: ouPath.trim(),
    recursive: recursiveOuPath,
    jobType,
  });
  return { code: clash === undefined ? 'free' : 'taken', message: wordsOfClash(clash) };
}

/** @throws Refused `invalid_input`, `domain_controller_not_found`, `forbidden`, `credential_not_validated`, or that of a clash */
export async function addJob(context: WriteContext, body: JobInput): Promise<JobReply> {
  const { db, now, actor } = context;
  const columns = await checkedColumns(context, body);
  await requireFree(db, placeOf(columns));
  const [added] = await db
    .insert(directoryJob)
    .values({
      ...columns,
      organizationId: body.clientId,
      ...authorOfSave(actor),
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: directoryJob.id });
  if (!added) throw new Error('The discovery job was not stored');
  return audited(context, added.id, 'DIRECTORY_JOB_ADDED', 'Added');
}

/** @throws Refused `not_found`, `directory_job_changed`, and what `addJob` throws */
export async function saveJob(
  context: WriteContext,
  id: number,
  { revision: expected, ...body }: BodyOf<Catalogue['saveDirectoryJob']>,
): Promise<JobReply> {
  const { db, now, actor } = context;
  const { organizationId, jobType, revision } = await ownJob(context, id);
  if (expected !== undefined && expected !== revision) throw new Refused('directory_job_changed');
  requireFields({
    '/clientId': body.clientId === organizationId ? undefined : 'The organization cannot change once the job is saved.',
    '/jobType': body.jobType === jobType ? undefined : 'The kind of discovery cannot change once the job is saved.',
  });
  const columns = await checkedColumns(context, body);
  await requireFree(db, { ...placeOf(columns), id });
  await db
    .update(directoryJob)
    .set({ ...columns, ...authorOfSave(actor), updatedAt: now, revision: nextRevision(directoryJob.revision) })
    .where(eq(directoryJob.id, id));
  return audited(context, id, 'DIRECTORY_JOB_UPDATED', 'Changed');
}

/** @throws Refused `not_found` */
export async function removeJob(context: WriteContext, id: number): Promise<void> {
  const { name, organizationId } = await ownJob(context, id);
  await context.db.delete(directoryJob).where(eq(directoryJob.id, id));
  await auditJob(context, { name, organizationId }, 'DIRECTORY_JOB_REMOVED', 'Deleted');
}

async function audited(context: WriteContext, id: number, action: string, verb: string): Promise<JobReply> {
  const reply = await readJob(context, id);
  await auditJob(context, { name: reply.name, organizationId: reply.clientId }, action, verb);
  return reply;
}

export async function auditJob(
  context: WriteContext,
  { name, organizationId }: { name: string; organizationId: number },
  action: string,
  verb: string,
): Promise<void> {
  await context.audit({
    action,
    entityType: 'ORGANIZATION',
    entityId: organizationId,
    organizationId,
    summary: `${verb} the discovery job “${name}” of a directory`,
  });
  await context.announce('node', []);
}

function requireCreate({ actor }: Pick<CallContext, 'actor'>, clientId: number): void {
  if (!holds(actor, 'NODE:Create', clientId)) throw new Refused('forbidden');
}

type Columns = Awaited<ReturnType<typeof checkedColumns>>;

/** The job as its columns, once everything that it names was found right. */
async function checkedColumns(context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>, body: JobInput) {
  const { db, now } = context;
  const { clientId, jobType, credentialId, content } = body;
  const { directoryCredentialId, allowPlain } = content;
  requireRules(context, body);
  const place = { clientId, domainController: content.domainController.id };
  const { id: domainControllerId } = await requireDomainController(context, place);
  requireCreate(context, clientId);
  await requireBasic(db, clientId, {
    '/credentialId': credentialId,
    '/content/directoryCredentialId': directoryCredentialId,
  });
  const rules = jobType === 'SCHEDULED' ? scheduledRules(content) : { schedule: null, deployment: null };
  if (rules.deployment) await requireLocations(db, clientId, rules.deployment);
  const validated = await recentResult(context, body.test, {
    nodeId: domainControllerId,
    method: 'directory.signIn',
    params: { credentialId, allowPlain },
  });
  // F04-33
  if (validated?.code !== 'succeeded') throw new Refused('credential_not_validated');
  const ouPath = content.ouPath.trim();
  return {
    name: body.name.trim(),
    jobType,
    // F04-19
    runOnce: jobType === 'AD_HOC',
    credentialId,
    directoryCredentialId,
    allowPlain,
    domainControllerId,
    ouPath,
    ouKey: createHash('sha256').update(keyOfPath(ouPath)).digest('hex'),
    recursiveOuPath: content.recursiveOuPath,
    ...rules,
    nextRunAt:
      rules.schedule &&
      new Date(nextRun(rules.schedule, { timeZone: await zoneOf(db, clientId), after: now.getTime() })),
  };
}

/** F04-25, F04-26, F04-27, F04-35: judged by the screens of the flow `directory-discovery`. @throws Refused `invalid_input` */
function requireRules(context: Pick<CallContext, 'actor' | 'services'>, body: JobInput): void {
  const screens = screensFor(context, body.clientId);
  const call = 'addDirectoryJob';
  const except = body.jobType === 'SCHEDULED' ? ['computers'] : ['computers', 'schedule'];
  const answers = readBody(manifest, call, body);
  requireAnswers(answerProblems(screens, { flow: 'directory-discovery', manifest, call, except }, answers));
}

/** The screens have refused a scheduled job without them. */
function scheduledRules({ schedule, deployment }: JobInput['content']): {
  schedule: DiscoverySchedule;
  deployment: Deployment;
} {
  requireFields({
    '/content/schedule': schedule ? undefined : 'Choose a schedule',
    '/content/deployment': deployment ? undefined : 'Choose servers, workstations or both',
  });
  if (!schedule || !deployment) throw new Error('A scheduled job has no schedule or no deployment');
  return { schedule, deployment };
}

async function requireLocations(db: Queries, clientId: number, deployment: Deployment): Promise<void> {
  const chosen = groupsOf(deployment).filter(({ on, mode }) => on && mode !== 'NONE');
  const ids = chosen.flatMap(({ locationId }) => locationId ?? []);
  const found = await db
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.organizationId, clientId), inArray(location.id, ids)));
  const known = new Set(found.map(({ id }) => id));
  const fields = { windows_servers: 'windowsServers', windows_workstations: 'windowsWorkstations' };
  requireFields(
    Object.fromEntries(
      chosen
        .filter(({ locationId }) => locationId === null || !known.has(locationId))
        .map(({ group }) => [`/content/deployment/${fields[group]}Location`, 'Choose a location of the organization.']),
    ),
  );
}

async function zoneOf(db: Queries, clientId: number): Promise<string> {
  const [found] = await db
    .select({ zone: zoneOfOrganization })
    .from(organization)
    .innerJoin(division, sql`true`)
    .where(eq(organization.id, clientId));
  return found?.zone ?? 'UTC';
}

function placeOf({ domainControllerId: controllerId, ouPath, recursiveOuPath: recursive, jobType }: Columns): Place {
  return { controllerId, ouPath, recursive, jobType };
}

const codes = {
  same: 'domain_controller_and_ou_path_already_in_use',
  below: 'child_ou_has_scheduled_job',
  above: 'parent_ou_has_recursive_job',
} as const;

/**
 * Locks the domain controller until the end of the transaction, so that of two simultaneous saves one sees the other.
 * @throws Refused for a job that stands in the way (F04-28 … F04-30, F04-44)
 */
async function requireFree(db: Queries, place: Place): Promise<void> {
  await db.select({ id: node.id }).from(node).where(eq(node.id, place.controllerId)).for('no key update');
  const clash = await findClash(db, place);
  if (clash) throw new Refused(codes[clash.kind]);
}
