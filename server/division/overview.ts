import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { NoAlertReason } from '#api/contract/monitors.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { alert, cloudMonitor, monitorState } from '../database/schema/monitors.ts';
import { inMaintenance } from '../maintenance/windows.ts';
import { noAlertReason } from '../monitors/no-alert-reason.ts';
import { isMonitor } from '../nodes/node-types.ts';

/** Counts for the system dashboard, limited to entities that the actor can see. */
export async function systemOverview(db: Queries, actor: Actor): Promise<ReplyOf<Catalogue['systemOverview']>> {
  const many = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [organizations] = await db.select({ all: count() }).from(organization).where(visibleOrganizations(actor));
  const because = (...reasons: Static<typeof NoAlertReason>[]) => many(sql`${noAlertReason} in ${reasons}`);
  const [nodes] = await db
    .select({
      devices: many(sql`not ${isMonitor}`),
      devicesUp: many(sql`not ${isMonitor} and ${node.isUp}`),
      monitors: many(sql`${cloudMonitor.nodeId} is not null`),
      monitorsUp: many(sql`${cloudMonitor.enabled} and ${monitorState.ok}`),
      monitorsDown: many(sql`${cloudMonitor.enabled} and not ${monitorState.ok}`),
      monitorsPaused: many(sql`not ${cloudMonitor.enabled}`),
      downInMaintenance: because('MAINTENANCE'),
      downWithoutCondition: because('NO_CONDITION'),
      downNotCovered: because('NOT_COVERED'),
      downNotRaised: because('WAITING', 'CHANGED'),
    })
    .from(node)
    .leftJoin(cloudMonitor, eq(cloudMonitor.nodeId, node.id))
    .leftJoin(monitorState, eq(monitorState.monitorId, node.id))
    .where(visibleNodes(actor));
  const [alerts] = await db
    .select({
      openAlerts: count(),
      alertsAcknowledged: many(sql`${alert.acknowledgedAt} is not null`),
      alertsPaused: many(sql`not ${cloudMonitor.enabled}`),
      alertsInMaintenance: many(sql`coalesce(${cloudMonitor.enabled}, true) and ${inMaintenance(node.id)}`),
    })
    .from(alert)
    .leftJoin(cloudMonitor, eq(cloudMonitor.nodeId, alert.monitorId))
    .innerJoin(node, eq(node.id, alert.monitorId))
    .where(and(visibleNodes(actor), isNull(alert.resetAt)));
  // A count without groups always returns one row.
  if (!organizations || !nodes || !alerts) throw new Error('The overview could not be counted');
  return { organizations: organizations.all, ...nodes, ...alerts };
}
