import { and, count, desc, eq, ilike, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Alert } from '#api/contract/alerts.ts';
import type { Actor } from '../../access/actor.ts';
import { visibleNodes } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';
import { containing } from '../../database/like.ts';
import { orderOf } from '../../database/order.ts';
import { node } from '../../database/schema/nodes.ts';
import { organization } from '../../database/schema/organizations.ts';
import { alert, cloudMonitor, monitorCondition } from '../../database/schema/monitors.ts';
import { inMaintenance } from '../../maintenance/windows.ts';
import { Refused } from '../../refused.ts';

type AlertReply = Static<typeof Alert>;
export type AlertQuery = QueryOf<Catalogue['listAlerts']>;

const sortedBy = {
  raised: sql`${alert.raisedAt}`,
  // The worst first.
  severity: sql`array_position(array['CRITICAL', 'MAJOR', 'MODERATE', 'MINOR'], ${alert.severity})`,
  monitor: sql`lower(${node.name})`,
  organization: sql`lower(${organization.name})`,
  condition: sql`lower(${alert.conditionName})`,
  reset: sql`${alert.resetAt}`,
};

/** Alerts of the monitors and devices that the actor sees, newest first unless another order is asked for. */
export async function listAlerts(
  db: Queries,
  actor: Actor,
  query: AlertQuery,
): Promise<{ items: AlertReply[]; total: number }> {
  const { limit = 100, offset = 0, sort = '-raised' } = query;
  const where = and(visibleNodes(actor), wanted(query));
  const rows = await selectAlerts(db)
    .where(where)
    .orderBy(...orderOf(sortedBy, sort, desc(alert.raisedAt), desc(alert.id)))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ total: count() })
    .from(alert)
    .innerJoin(node, eq(node.id, alert.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(where);
  return { items: rows.map(toReply), total: all?.total ?? 0 };
}

/** @throws Refused `not_found` for an alert that the actor does not see */
export async function readAlert(db: Queries, actor: Actor, id: number): Promise<AlertReply> {
  const [row] = await selectAlerts(db).where(and(eq(alert.id, id), visibleNodes(actor)));
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

function wanted({ search = '', monitorId, clientId, open, acknowledged, severity }: AlertQuery): SQL | undefined {
  const pattern = containing(search);
  const named = [node.name, organization.name, alert.conditionName, alert.message, alert.acknowledgedNote];
  return and(
    monitorId === undefined ? undefined : eq(alert.monitorId, monitorId),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    severity === undefined ? undefined : eq(alert.severity, severity),
    open === undefined ? undefined : open ? isNull(alert.resetAt) : isNotNull(alert.resetAt),
    acknowledged === undefined
      ? undefined
      : acknowledged
        ? isNotNull(alert.acknowledgedAt)
        : isNull(alert.acknowledgedAt),
    search.trim() === '' ? undefined : or(...named.map((column) => ilike(column, pattern))),
  );
}

function selectAlerts(db: Queries) {
  return db
    .select({
      id: alert.id,
      monitorId: alert.monitorId,
      conditionName: alert.conditionName,
      description: alert.description,
      severity: alert.severity,
      priority: alert.priority,
      message: alert.message,
      discovery: sql<
        string | null
      >`case when ${monitorCondition.type} = 'NewDevice' then ${monitorCondition.parameters} ->> 'runId' end`,
      raisedAt: alert.raisedAt,
      resetAt: alert.resetAt,
      endReason: alert.endReason,
      // Devices cannot be paused.
      paused: sql<boolean>`coalesce(not ${cloudMonitor.enabled}, false)`,
      ofDevice: sql<boolean>`${cloudMonitor.nodeId} is null`,
      maintenance: inMaintenance(alert.monitorId),
      assigneeId: alert.assigneeId,
      assigneeName: alert.assigneeName,
      acknowledgedAt: alert.acknowledgedAt,
      acknowledgedBy: alert.acknowledgedBy,
      acknowledgedNote: alert.acknowledgedNote,
      monitorName: node.name,
      clientId: node.organizationId,
      clientName: organization.name,
    })
    .from(alert)
    .leftJoin(cloudMonitor, eq(cloudMonitor.nodeId, alert.monitorId))
    .leftJoin(monitorCondition, eq(monitorCondition.id, alert.conditionId))
    .innerJoin(node, eq(node.id, alert.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .$dynamic();
}

function toReply(row: Awaited<ReturnType<typeof selectAlerts>>[number]): AlertReply {
  const { raisedAt, resetAt, acknowledgedAt, acknowledgedBy, acknowledgedNote, assigneeId, assigneeName, ...told } =
    row;
  return {
    ...told,
    raisedAt: raisedAt.toISOString(),
    resetAt: resetAt?.toISOString() ?? null,
    assignee: assigneeName === null ? null : { id: assigneeId, name: assigneeName },
    acknowledged: acknowledgedAt && {
      at: acknowledgedAt.toISOString(),
      by: acknowledgedBy ?? '',
      note: acknowledgedNote ?? '',
    },
  };
}
