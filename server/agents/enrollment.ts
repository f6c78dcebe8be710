import { existsSync } from 'node:fs';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { hashToken, newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { agent, agentEnrollment } from '../database/schema/agents.ts';
import { location, node } from '../database/schema/core.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { agentProgram, agentProgramPath } from './agent-program.ts';
import { agentNodeType, nodeClassOf } from './node-class.ts';
import { plainText } from './plain-text.ts';

const LIFETIME_DAYS = 7;

/** Makes a one-time token; without a place it joins the first organization. Only its hash is stored. */
export async function makeEnrollment(
  db: Queries,
  place: { organizationId: number; locationId: number } | undefined,
  now: Date,
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_DAYS * 86_400_000);
  await db.delete(agentEnrollment).where(lt(agentEnrollment.expiresAt, now));
  const [row] = await db
    .insert(agentEnrollment)
    .values({ ...place, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .returning({ id: agentEnrollment.id });
  if (!row) throw new Error('The enrolment token was not stored');
  return { id: row.id, token, expiresAt };
}

/** A token for a device of an organization's location. @throws Refused `forbidden`, `invalid_input` */
export async function addEnrollment(
  context: CallContext,
  { clientId, locationId }: BodyOf<Catalogue['addEnrollment']>,
): Promise<ReplyOf<Catalogue['addEnrollment']>> {
  const { db, actor, services, now } = context;
  const [place] = await db
    .select({ organizationId: location.organizationId, locationId: location.id, name: location.name })
    .from(location)
    .where(and(eq(location.id, locationId), eq(location.organizationId, clientId)));
  // A place that may not be seen looks like one that does not exist.
  if (!place || !holds(actor, 'NODE:Create', clientId)) {
    throw new Refused('invalid_input', { fields: { '/locationId': 'Choose a location of the organization.' } });
  }
  const { id, token, expiresAt } = await makeEnrollment(db, { organizationId: clientId, locationId }, now);
  await context.audit({
    action: 'ENROLLMENT_ADDED',
    entityType: 'LOCATION',
    entityId: locationId,
    summary: `Made an enrolment token for location “${place.name}”`,
  });
  const { publicUrl, root } = services.settings;
  return {
    resultCode: 'SUCCESS',
    id,
    token,
    expiresAt: expiresAt.toISOString(),
    serverUrl: publicUrl,
    programUrl: existsSync(agentProgram(root)) ? `${publicUrl}${agentProgramPath}` : null,
  };
}

/** How far a token has come. @throws Refused `not_found` also for one of a place where the caller may add nothing */
export async function readEnrollment(
  { db, actor, now }: CallContext,
  id: number,
): Promise<ReplyOf<Catalogue['readEnrollment']>> {
  const [row] = await db
    .select({ enrollment: agentEnrollment, node: { id: node.id, name: node.name } })
    .from(agentEnrollment)
    .leftJoin(node, eq(node.id, agentEnrollment.nodeId))
    .where(eq(agentEnrollment.id, id));
  const organizationId = row?.enrollment.organizationId;
  if (!row || !organizationId || !holds(actor, 'NODE:Create', organizationId)) throw new Refused('not_found');
  const { usedAt, expiresAt } = row.enrollment;
  return {
    id,
    state: usedAt ? 'used' : expiresAt > now ? 'waiting' : 'expired',
    expiresAt: expiresAt.toISOString(),
    node: row.node,
  };
}

/** Makes a device of whoever holds an unused token. @throws Refused `enrollment_token_incorrect`, `no_organization_yet` */
export async function enrollAgent(
  context: CallContext,
  body: BodyOf<Catalogue['enrollAgent']>,
): Promise<ReplyOf<Catalogue['enrollAgent']>> {
  const { db, now } = context;
  const [enrollment] = await db
    .select()
    .from(agentEnrollment)
    .where(
      and(
        eq(agentEnrollment.tokenHash, hashToken(body.token)),
        isNull(agentEnrollment.usedAt),
        gt(agentEnrollment.expiresAt, now),
      ),
    )
    .for('update');
  if (!enrollment) throw new Refused('enrollment_token_incorrect');
  const place = await placeOf(db, enrollment);
  if (!place) throw new Refused('no_organization_yet');

  const name = plainText(body.hostName) || 'unnamed';
  const key = newToken();
  const nodeId = await insertNode(db, {
    ...place,
    name,
    systemName: name,
    nodeClass: nodeClassOf(body.platform, body.isServer),
    nodeType: agentNodeType,
    isServer: body.isServer,
    isDown: true,
    createdAt: now,
    updatedAt: now,
  });
  await db.insert(agent).values({
    nodeId,
    keyHash: hashToken(key),
    version: plainText(body.agentVersion),
    capabilities: [],
    lastSeenAt: now,
    disconnectedAt: now,
    createdAt: now,
  });
  await db.update(agentEnrollment).set({ usedAt: now, nodeId }).where(eq(agentEnrollment.id, enrollment.id));
  await context.audit({
    action: 'NODE_CREATED',
    entityType: 'NODE',
    entityId: nodeId,
    summary: `Enrolled device “${name}”`,
  });
  await context.announce('node', [nodeId]);
  // Its count of devices changed.
  await context.announce('organization', [place.organizationId]);
  return { resultCode: 'SUCCESS', nodeId, key };
}

/** Where the token says, or the main location of the oldest organization. */
async function placeOf(
  db: Queries,
  { organizationId, locationId }: typeof agentEnrollment.$inferSelect,
): Promise<{ organizationId: number; locationId: number } | undefined> {
  if (organizationId !== null && locationId !== null) return { organizationId, locationId };
  const [first] = await db
    .select({ organizationId: location.organizationId, locationId: location.id })
    .from(location)
    .orderBy(asc(location.organizationId), asc(location.position), asc(location.id))
    .limit(1);
  return first;
}

async function insertNode(db: Queries, values: typeof node.$inferInsert): Promise<number> {
  try {
    const [row] = await db.insert(node).values(values).returning({ id: node.id });
    if (!row) throw new Error('The insert of a node returned no row');
    return row.id;
  } catch (error) {
    // The organization was removed in between.
    if (violatedForeignKey(error) !== 'node_place') throw error;
    throw new Refused('no_organization_yet', { cause: error });
  }
}
