import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holds } from '../access/permissions.ts';
import { seesNodesOf, visibleNodes } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { devicePoll } from '../database/schema/polling.ts';
import { Refused } from '../refused.ts';

/**
 * Lets the probes that are online read the ports of these devices in the next rounds of their connections. Answers how many.
 * @throws Refused `not_found`, `forbidden`, `device_offline`
 */
export async function refreshMap(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  { clientId, locationId, nodeId }: BodyOf<Catalogue['refreshNetworkMap']>,
): Promise<number> {
  const [seen] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), seesNodesOf(actor, organization.id)));
  if (!seen) throw new Refused('not_found');
  if (!holds(actor, 'NODE:Update', clientId)) throw new Refused('forbidden');
  const found = await db
    .select({ id: node.id, probeId: node.parentNodeId })
    .from(node)
    .innerJoin(devicePoll, eq(devicePoll.nodeId, node.id))
    .where(
      and(
        eq(node.organizationId, clientId),
        visibleNodes(actor),
        isNotNull(devicePoll.credentialId),
        ...(locationId === undefined ? [] : [eq(node.locationId, locationId)]),
        ...(nodeId === undefined ? [] : [eq(node.id, nodeId)]),
      ),
    );
  if (found.length === 0 && nodeId !== undefined) throw new Refused('not_found');
  const probes = new Set(
    (
      await db
        .select({ id: node.id })
        .from(node)
        .where(
          and(inArray(node.id, [0, ...new Set(found.flatMap(({ probeId }) => probeId ?? []))]), eq(node.isUp, true)),
        )
    ).map(({ id }) => id),
  );
  const ids = found.filter(({ probeId }) => probeId !== null && probes.has(probeId)).map(({ id }) => id);
  if (ids.length === 0) throw new Refused('device_offline');
  // Before those that are due by their time: somebody waits.
  await db
    .update(devicePoll)
    .set({ topologyAt: sql`to_timestamp(0)` })
    .where(inArray(devicePoll.nodeId, ids));
  return ids.length;
}
