import { and, count, eq, isNull, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { node, organization } from '../database/schema/core.ts';
import { alert, cloudMonitor, monitorState } from '../database/schema/monitors.ts';
import { isMonitor } from '../nodes/node-types.ts';

/** Counts for the system dashboard, of what the actor sees. */
export async function systemOverview(db: Queries, actor: Actor): Promise<ReplyOf<Catalogue['systemOverview']>> {
  const many = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  const [organizations] = await db.select({ all: count() }).from(organization).where(visibleOrganizations(actor));
  const [nodes] = await db
    .select({
      devices: many(sql`not ${isMonitor}`),
      devicesUp: many(sql`not ${isMonitor} and ${node.isUp}`),
      monitors: many(sql`${cloudMonitor.nodeId} is not null`),
      monitorsUp: many(sql`${cloudMonitor.enabled} and ${monitorState.ok}`),
      monitorsDown: many(sql`${cloudMonitor.enabled} and not ${monitorState.ok}`),
      monitorsPaused: many(sql`not ${cloudMonitor.enabled}`),
    })
    .from(node)
    .leftJoin(cloudMonitor, eq(cloudMonitor.nodeId, node.id))
    .leftJoin(monitorState, eq(monitorState.monitorId, node.id))
    .where(visibleNodes(actor));
  const [alerts] = await db
    .select({ open: count() })
    .from(alert)
    .innerJoin(node, eq(node.id, alert.monitorId))
    .where(and(visibleNodes(actor), isNull(alert.resetAt)));
  const none = { devices: 0, devicesUp: 0, monitors: 0, monitorsUp: 0, monitorsDown: 0, monitorsPaused: 0 };
  return { organizations: organizations?.all ?? 0, ...(nodes ?? none), openAlerts: alerts?.open ?? 0 };
}
