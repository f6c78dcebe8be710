import { and, eq, gt, lt } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { hashToken, newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { agent, agentEnrollment } from '../database/schema/agents.ts';
import { node } from '../database/schema/nodes.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { noteEnrolled } from '../directory/note-enrolled.ts';
import { commandKeyOf } from '../scripts/signing.ts';
import { Refused } from '../refused.ts';
import type { WriteContext } from '../context.ts';
import { agentNodeType, nodeClassOf } from './node-class.ts';
import { plainText } from './plain-text.ts';
import { isStandingOrganization } from '../access/visibility.ts';

/** Makes a device of the holder of a token that is in force. @throws Refused `enrollment_token_incorrect`, `no_organization_yet` */
export async function enrollAgent(
  context: WriteContext,
  body: BodyOf<Catalogue['enrollAgent']>,
): Promise<ReplyOf<Catalogue['enrollAgent']>> {
  const { db, now } = context;
  const [enrollment] = await db
    .select()
    .from(agentEnrollment)
    .where(
      and(
        eq(agentEnrollment.tokenHash, hashToken(body.token)),
        lt(agentEnrollment.used, agentEnrollment.uses),
        gt(agentEnrollment.expiresAt, now),
        isStandingOrganization(agentEnrollment.organizationId),
      ),
    )
    .for('update');
  if (!enrollment) throw new Refused('enrollment_token_incorrect');
  const name = plainText(body.hostName) || 'unnamed';
  const { organizationId, locationId } = enrollment;
  if (organizationId === null || locationId === null) {
    await db.update(agentEnrollment).set({ askedAt: now, hostName: name }).where(eq(agentEnrollment.id, enrollment.id));
    // The agent asks again every few seconds until an administrator chose its place (`addServerDevice`).
    throw new Refused('no_organization_yet', { keep: true });
  }
  const place = { organizationId, locationId };
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
  await db
    .update(agentEnrollment)
    .set({ used: enrollment.used + 1, usedAt: now, nodeId })
    .where(eq(agentEnrollment.id, enrollment.id));
  await noteEnrolled(db, { nodeId, organizationId, hostName: name }, now);
  await context.audit({
    action: 'NODE_CREATED',
    entityType: 'NODE',
    entityId: nodeId,
    summary: `Enrolled device “${name}”`,
  });
  await context.announce('node', [nodeId]);
  // Its count of devices changed.
  await context.announce('organization', [place.organizationId]);
  return { resultCode: 'SUCCESS', nodeId, key, commandKey: commandKeyOf(context.services.secrets) };
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
