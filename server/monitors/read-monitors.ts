import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Monitor } from '#api/contract/monitors.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { node, organization } from '../database/schema/core.ts';
import { cloudMonitor, monitorCondition, monitorState } from '../database/schema/monitors.ts';
import { Refused } from '../http/handler.ts';
import type { Detail } from './checks/check.ts';
import { isConditionName } from './conditions/registry.ts';
import type { Monitors } from './monitors.ts';
import { detailOf, rowOf, selectShown, status, toldConfig, typeOf, type Row } from './shown.ts';

export type MonitorReply = Static<typeof Monitor>;

export interface MonitorQuery {
  search?: string;
  limit?: number;
  offset?: number;
  clientId?: number;
  status?: Row['status'];
}

/** Monitors by name, of the organizations that the actor sees. `search` looks at name, target and organization. */
export async function listMonitors(
  db: Queries,
  actor: Actor,
  query: MonitorQuery,
): Promise<{ items: Row[]; total: number }> {
  const { search = '', limit = 100, offset = 0, clientId } = query;
  const pattern = containing(search);
  const where = and(
    visibleNodes(actor),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    query.status === undefined ? undefined : sql`${status} = ${query.status}`,
    search.trim() === ''
      ? undefined
      : or(
          ilike(node.name, pattern),
          ilike(organization.name, pattern),
          sql`coalesce(${cloudMonitor.config} ->> 'hostname', ${cloudMonitor.config} ->> 'httpHostname') ilike ${pattern}`,
        ),
  );
  const rows = await selectShown(db)
    .where(where)
    .orderBy(sql`lower(${node.name})`, asc(node.id))
    .limit(limit)
    .offset(offset);
  const [all] = await db
    .select({ total: count() })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .leftJoin(monitorState, eq(monitorState.monitorId, cloudMonitor.nodeId))
    .where(where);
  return { items: rows.map(rowOf), total: all?.total ?? 0 };
}

/** Whether the actor sees this monitor, and whose it is. @throws Refused `not_found` */
export async function seenMonitor(db: Queries, actor: Actor, id: number): Promise<{ clientId: number; name: string }> {
  const [row] = await db
    .select({ clientId: node.organizationId, name: node.name })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .where(and(eq(node.id, id), visibleNodes(actor)));
  if (!row) throw new Refused('not_found');
  return row;
}

/** The monitor as it stands, for a caller that may know it. @throws Refused `not_found` */
export async function storedMonitor(db: Queries, id: number, describe: Monitors['describe']): Promise<MonitorReply> {
  const [shown] = await selectShown(db).where(eq(node.id, id));
  if (!shown) throw new Refused('not_found');
  const [state] = await db
    .select({ detail: monitorState.detail })
    .from(monitorState)
    .where(eq(monitorState.monitorId, id));
  const conditions = await db
    .select()
    .from(monitorCondition)
    .where(eq(monitorCondition.monitorId, id))
    .orderBy(asc(monitorCondition.position));
  const { sparkline: _, ...row } = rowOf(shown);
  return {
    ...row,
    ...toldConfig(typeOf(shown.monitorType), shown.config),
    httpPasswordSet: typeof shown.config['httpPassword'] === 'string',
    conditions: conditions.flatMap((each) => toCondition(each, describe)),
    lastDetail: state ? detailOf(state.detail as Partial<Detail>) : null,
    createdAt: shown.createdAt.toISOString(),
    updatedAt: shown.updatedAt.toISOString(),
  };
}

function toCondition(
  row: typeof monitorCondition.$inferSelect,
  describe: Monitors['describe'],
): MonitorReply['conditions'] {
  const {
    id,
    type,
    enabled,
    conditionName,
    parameters,
    resetThreshold,
    severity,
    priority,
    notificationAction,
    raisedAt,
  } = row;
  if (!isConditionName(type)) return [];
  const runCount = Number(parameters['runCount'] ?? 1);
  const description = describe({ ...parameters, type, resetThreshold });
  const state = raisedAt ? 'raised' : 'ok';
  const common = { id, type, enabled, conditionName, runCount, resetThreshold, severity, priority, notificationAction };
  return [{ ...common, description, state, raisedAt: raisedAt?.toISOString() ?? null }];
}
