import { and, eq } from 'drizzle-orm';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import { commandRun } from '../agents/command-runs.ts';
import type { CallContext } from '../context.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { Refused } from '../refused.ts';
import { ownRun } from '../runs/own-run.ts';

const discoveryRun = commandRun('network.discover');

/** Where a discovery was made: devices that it found are added there. */
export interface DiscoveryPlace {
  probe: { nodeId: number; nodeName: string };
  place: { clientId: number; clientName: string; locationId: number; locationName: string };
}

/**
 * The place of a discovery whose devices the actor may add.
 * @throws Refused `not_found`, `forbidden`
 */
export async function ownDiscovery(
  context: Pick<CallContext, 'db' | 'actor' | 'now'>,
  id: string,
): Promise<DiscoveryPlace> {
  const { db, actor } = context;
  const run = await ownRun(context, [discoveryRun], id);
  if (run.kind !== discoveryRun.name) throw new Refused('not_found');
  const [probe] = await db
    .select({ node, clientName: organization.name, locationName: location.name })
    .from(node)
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .where(and(eq(node.id, Number(run.subject)), visibleNodes(actor)));
  if (!probe) throw new Refused('not_found');
  const { organizationId: clientId, locationId } = probe.node;
  if (!holds(actor, 'NODE:Create', clientId)) throw new Refused('forbidden');
  return {
    probe: { nodeId: probe.node.id, nodeName: probe.node.friendlyName || probe.node.name },
    place: { clientId, clientName: probe.clientName, locationId, locationName: probe.locationName },
  };
}
