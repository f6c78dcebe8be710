import { existsSync } from 'node:fs';
import { and, count, desc, eq, gt, isNotNull, lt } from 'drizzle-orm';
import { personName } from '../accounts/person-name.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import {
  isStandingNode,
  isStandingOrganization,
  organizationsWith,
  visibleOrganizations,
} from '../access/visibility.ts';
import { agentEnrollment } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { appUser } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { builtPackages } from './agent-packages.ts';
import { agentProgram, agentProgramPath } from './agent-program.ts';
import { LIFETIME_DAYS, makeEnrollment } from './make-enrollment.ts';

/** The location, where the caller may add devices. @throws Refused `invalid_input` */
export async function requireDevicePlace(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId, locationId }: { clientId: number; locationId: number },
): Promise<{ organizationId: number; locationId: number; name: string }> {
  const [place] = await db
    .select({ organizationId: location.organizationId, locationId: location.id, name: location.name })
    .from(location)
    .where(
      and(
        eq(location.id, locationId),
        eq(location.organizationId, clientId),
        isStandingOrganization(location.organizationId),
      ),
    );
  // A place that may not be seen looks like one that does not exist.
  if (!place || !holds(actor, 'NODE:Create', clientId)) {
    throw new Refused('invalid_input', { fields: { '/locationId': 'Choose a location of the organization.' } });
  }
  return place;
}

/** A token for computers of an organization's location. @throws Refused `invalid_input` */
export async function addEnrollment(
  context: WriteContext,
  { clientId, locationId, uses = 1, days = LIFETIME_DAYS }: BodyOf<Catalogue['addEnrollment']>,
): Promise<ReplyOf<Catalogue['addEnrollment']>> {
  const { db, actor, services, now } = context;
  const { name, ...place } = await requireDevicePlace(context, { clientId, locationId });
  const createdBy = actor.kind === 'user' ? { createdBy: actor.userId } : {};
  const { id, token, expiresAt } = await makeEnrollment(db, { place, uses, days, ...createdBy }, now);
  await context.audit({
    action: 'ENROLLMENT_ADDED',
    entityType: 'LOCATION',
    entityId: locationId,
    summary: `Made an enrolment token for ${uses === 1 ? 'one computer' : `${uses} computers`} at location “${name}”`,
  });
  const { publicUrl, root, version } = services.settings;
  return {
    resultCode: 'SUCCESS',
    id,
    token,
    uses,
    expiresAt: expiresAt.toISOString(),
    serverUrl: publicUrl,
    programUrl: existsSync(agentProgram(root)) ? `${publicUrl}${agentProgramPath}` : null,
    packages: builtPackages({ root, version }).map(({ architecture, path }) => ({
      architecture,
      packageUrl: `${publicUrl}${path}`,
    })),
  };
}

/** How far a token has come. @throws Refused `not_found` also for one of a place where the caller may add nothing */
export async function readEnrollment(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: number,
): Promise<ReplyOf<Catalogue['readEnrollment']>> {
  const { enrollment, device } = await permittedToken(context, id);
  const { used, uses, expiresAt } = enrollment;
  return {
    id,
    state: used > 0 ? 'used' : expiresAt > context.now ? 'waiting' : 'expired',
    expiresAt: expiresAt.toISOString(),
    uses,
    used,
    node: device,
  };
}

/** Tokens with which computers can still enrol, newest first. */
export async function listEnrollments(
  { db, actor, now }: Pick<CallContext, 'db' | 'actor' | 'now'>,
  { limit = 100, offset = 0 }: QueryOf<Catalogue['listEnrollments']>,
): Promise<ReplyOf<Catalogue['listEnrollments']>> {
  const where = and(
    isNotNull(agentEnrollment.organizationId),
    visibleOrganizations(actor, agentEnrollment.organizationId),
    organizationsWith(actor, 'NODE:Create', agentEnrollment.organizationId),
    gt(agentEnrollment.expiresAt, now),
    lt(agentEnrollment.used, agentEnrollment.uses),
  );
  const rows = await db
    .select({
      id: agentEnrollment.id,
      clientId: organization.id,
      clientName: organization.name,
      locationName: location.name,
      createdAt: agentEnrollment.createdAt,
      createdBy: personName(),
      expiresAt: agentEnrollment.expiresAt,
      uses: agentEnrollment.uses,
      used: agentEnrollment.used,
    })
    .from(agentEnrollment)
    .innerJoin(organization, eq(organization.id, agentEnrollment.organizationId))
    .innerJoin(location, eq(location.id, agentEnrollment.locationId))
    .leftJoin(appUser, eq(appUser.id, agentEnrollment.createdBy))
    .where(where)
    .orderBy(desc(agentEnrollment.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db.select({ total: count() }).from(agentEnrollment).where(where);
  const items = rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
  return { items, total: all?.total ?? 0 };
}

/** Revokes a token: nobody enrols with it any more. @throws Refused `not_found` */
export async function removeEnrollment(context: WriteContext, id: number): Promise<void> {
  const { enrollment } = await permittedToken(context, id);
  await context.db.delete(agentEnrollment).where(eq(agentEnrollment.id, id));
  await context.audit({
    action: 'ENROLLMENT_REVOKED',
    entityType: 'LOCATION',
    ...(enrollment.locationId === null ? {} : { entityId: enrollment.locationId }),
    summary: 'Revoked an enrolment token',
  });
}

/** @throws Refused `not_found` also for one of a place where the caller may add nothing */
async function permittedToken({ db, actor }: Pick<CallContext, 'db' | 'actor'>, id: number) {
  const [row] = await db
    .select({ enrollment: agentEnrollment, device: { id: node.id, name: node.name } })
    .from(agentEnrollment)
    .leftJoin(node, and(eq(node.id, agentEnrollment.nodeId), isStandingNode()))
    .where(and(eq(agentEnrollment.id, id), isStandingOrganization(agentEnrollment.organizationId)));
  const organizationId = row?.enrollment.organizationId;
  if (!row || !organizationId || !holds(actor, 'NODE:Create', organizationId)) throw new Refused('not_found');
  return row;
}
