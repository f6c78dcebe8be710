import { and, count, desc, eq, ilike, isNotNull, isNull, or } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Alert } from '#api/contract/monitors.ts';
import type { Actor } from '../../access/actor.ts';
import { visibleNodes } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';
import { containing } from '../../database/like.ts';
import { node, organization } from '../../database/schema/core.ts';
import { alert } from '../../database/schema/monitors.ts';

export interface AlertQuery {
  search?: string;
  limit?: number;
  offset?: number;
  monitorId?: number;
  clientId?: number;
  open?: boolean;
}

/** Alerts of the monitors that the actor sees, newest first. */
export async function listAlerts(
  db: Queries,
  actor: Actor,
  query: AlertQuery,
): Promise<{ items: Static<typeof Alert>[]; total: number }> {
  const { search = '', limit = 100, offset = 0, monitorId, clientId, open } = query;
  const pattern = containing(search);
  const where = and(
    visibleNodes(actor),
    monitorId === undefined ? undefined : eq(alert.monitorId, monitorId),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    open === undefined ? undefined : open ? isNull(alert.resetAt) : isNotNull(alert.resetAt),
    search.trim() === ''
      ? undefined
      : or(
          ...[node.name, organization.name, alert.conditionName, alert.message].map((column) => ilike(column, pattern)),
        ),
  );
  const rows = await db
    .select({
      id: alert.id,
      monitorId: alert.monitorId,
      conditionName: alert.conditionName,
      description: alert.description,
      severity: alert.severity,
      priority: alert.priority,
      message: alert.message,
      raisedAt: alert.raisedAt,
      resetAt: alert.resetAt,
      monitorName: node.name,
      clientId: node.organizationId,
      clientName: organization.name,
    })
    .from(alert)
    .innerJoin(node, eq(node.id, alert.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(where)
    .orderBy(desc(alert.raisedAt), desc(alert.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ total: count() })
    .from(alert)
    .innerJoin(node, eq(node.id, alert.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(where);
  const items = rows.map(({ raisedAt, resetAt, ...told }) => ({
    ...told,
    raisedAt: raisedAt.toISOString(),
    resetAt: resetAt?.toISOString() ?? null,
  }));
  return { items, total: all?.total ?? 0 };
}
