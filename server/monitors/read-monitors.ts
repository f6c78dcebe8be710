import { and, asc, count, eq, ilike, or, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Monitor } from '#api/contract/monitors.ts';
import type { Actor } from '../access/actor.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { orderOf } from '../database/order.ts';
import { node, organization } from '../database/schema/core.ts';
import { cloudMonitor, monitorCondition, monitorState } from '../database/schema/monitors.ts';
import { Refused } from '../http/handler.ts';
import type { Detail } from './checks/check.ts';
import { isConditionName } from './conditions/registry.ts';
import { parametersOf } from './conditions/parameters.ts';
import type { Monitors } from './monitors.ts';
import { detailOf, rowOf, selectShown, status, secretsSet, toldConfig, typeOf, type Row } from './shown.ts';

export type MonitorReply = Static<typeof Monitor>;

export interface MonitorQuery {
  search?: string;
  limit?: number;
  offset?: number;
  clientId?: number;
  status?: Row['status'];
  sort?: QueryOf<Catalogue['listMonitors']>['sort'];
}

/** What a monitor watches stands in the first of these that its type has. */
const target = sql`coalesce(${sql.join(
  ['hostname', 'httpHostname', 'smtpHostname', 'popHostname', 'imapHostname'].map(
    (field) => sql`${cloudMonitor.config} ->> ${field}`,
  ),
  sql`, `,
)})`;
const sortedBy = {
  name: sql`lower(${node.name})`,
  // What needs a person stands first.
  status: sql`array_position(array['down', 'unknown', 'up', 'paused'], ${status})`,
  type: sql`${cloudMonitor.monitorType}`,
  target: sql`lower(${target})`,
  organization: sql`lower(${organization.name})`,
  response: sql`${monitorState.responseTime}`,
  checked: sql`${monitorState.checkedAt}`,
};

/** Monitors by name unless another order is asked for, of the organizations that the actor sees. `search` looks at name, target and organization. */
export async function listMonitors(
  db: Queries,
  actor: Actor,
  query: MonitorQuery,
): Promise<{ items: Row[]; total: number }> {
  const { search = '', limit = 100, offset = 0, clientId, sort } = query;
  const pattern = containing(search);
  const where = and(
    visibleNodes(actor),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    query.status === undefined ? undefined : sql`${status} = ${query.status}`,
    search.trim() === ''
      ? undefined
      : or(ilike(node.name, pattern), ilike(organization.name, pattern), ilike(target, pattern)),
  );
  const rows = await selectShown(db)
    .where(where)
    .orderBy(...orderOf(sortedBy, sort, sortedBy.name, asc(node.id)))
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
    ...secretsSet(shown.config),
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
  const { id, type, enabled, conditionName, parameters, resetThreshold, severity, priority, raisedAt } = row;
  const { notificationAction, notificationChannelIds, ticketingAction, ticketTemplateId } = row;
  if (!isConditionName(type)) return [];
  const common = { id, type, enabled, conditionName, resetThreshold, severity, priority };
  return [
    {
      ...parametersOf(type, parameters),
      ...common,
      notificationAction,
      notificationChannelIds,
      ticketingAction,
      ...(ticketTemplateId !== null && { ticketTemplateId }),
      description: describe({ ...parameters, type, resetThreshold }),
      state: raisedAt ? 'raised' : 'ok',
      raisedAt: raisedAt?.toISOString() ?? null,
    },
  ];
}
