import { and, asc, desc, eq, ilike, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Monitor } from '#api/contract/monitors.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { visibleNodes } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { orderOf } from '../database/order.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { cloudMonitor, monitorCondition, monitorState } from '../database/schema/monitors.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
import {
  customNames,
  customOrder,
  narrowedByCustom,
  requireOrder,
  showsCustom,
  type CustomList,
} from '../custom/custom-lists.ts';
import { Refused } from '../refused.ts';
import type { Secrets } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Detail } from './checks/check.ts';
import { isConditionName } from './types/registry.ts';
import { parametersOf } from './conditions/parameters.ts';
import { inMaintenance } from '../maintenance/windows.ts';
import type { Monitors } from './monitors.ts';
import { noAlertReason } from './no-alert-reason.ts';
import { detailOf, rowOf, selectShown, status, secretsSet, toldConfig, typeOf, type Row, type Shown } from './shown.ts';

export type MonitorReply = Static<typeof Monitor>;

type HasScreens = Pick<Services, 'screens'>;

/** What reading a monitor needs of a call. */
interface MonitorReader {
  db: Queries;
  actor: Actor;
  services: { monitors: Pick<Monitors, 'describe'>; secrets: Pick<Secrets, 'open'> } & HasScreens;
}

export interface MonitorQuery {
  search?: string;
  limit?: number;
  offset?: number;
  clientId?: number;
  status?: QueryOf<Catalogue['listMonitors']>['status'];
  type?: Row['monitorType'];
  /** See `CustomFilter`. */
  custom?: string | undefined;
  sort?: QueryOf<Catalogue['listMonitors']>['sort'];
}

/** What of it decides which monitors match. */
export type MonitorFilter = Pick<MonitorQuery, 'search' | 'clientId' | 'status' | 'type' | 'custom'>;

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

const customOf = (screens: HasScreens['screens']): CustomList => ({
  screens,
  flow: 'cloud-monitor',
  stored: cloudMonitor.custom,
});

/**
 * Monitors by name unless another order is asked for, of the organizations that the actor sees. `search` looks at name, target,
 * organization and custom fields.
 * @throws Refused `invalid_input` for a custom field that no screen asks
 */
export async function listMonitors(
  { db, actor, services: { screens } }: Pick<MonitorReader, 'db' | 'actor'> & { services: HasScreens },
  query: MonitorQuery,
): Promise<ReplyOf<Catalogue['listMonitors']>> {
  const { limit = 100, offset = 0, sort } = query;
  const where = matching(screens, actor, query);
  const columns = { ...sortedBy, ...customOrder(customOf(screens)) };
  requireOrder(columns, sort);
  const joined = () =>
    db
      .select({ id: node.id, total: sql<number>`(count(*) over ())::int` })
      .from(cloudMonitor)
      .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
      .innerJoin(organization, eq(organization.id, node.organizationId))
      .leftJoin(monitorState, eq(monitorState.monitorId, cloudMonitor.nodeId))
      .where(where);
  // Which rows first: what they show is then read for these alone, and not for all that stand before them.
  const page = await joined()
    .orderBy(...orderOf(columns, sort, sortedBy.name, asc(node.id)))
    .limit(limit)
    .offset(offset);
  const [any] = page.length > 0 || offset === 0 ? page : await joined().limit(1);
  const names = customNames(customOf(screens));
  const all = { total: any?.total ?? 0, ...(names && { customFields: names }) };
  if (page.length === 0) return { items: [], ...all };
  const ids = page.map(({ id }) => id);
  const shown = new Map(
    (await selectShown(db).where(inArray(node.id, ids))).map((row) => [
      row.id,
      { ...rowOf(screens, row), custom: shownCustom(screens, row) },
    ]),
  );
  return { items: ids.flatMap((id) => shown.get(id) ?? []), ...all };
}

/** A variant of its organization may ask for other fields. */
function shownCustom(screens: HasScreens['screens'], { clientId, custom }: Shown): CustomFields {
  return toShownCustom(screens.forOrganization(clientId), 'cloud-monitor', custom);
}

/** Ids at once: more than an installation is meant for, and some hundred kilobytes. */
const mostMatched = 20_000;

/** The ids of every monitor that matches, the newest first where there are too many. */
export async function matchMonitors(
  { db, actor, services: { screens } }: Pick<MonitorReader, 'db' | 'actor'> & { services: HasScreens },
  query: MonitorFilter,
): Promise<{ running: number[]; paused: number[] }> {
  const rows = await db
    .select({ id: node.id, enabled: cloudMonitor.enabled })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .leftJoin(monitorState, eq(monitorState.monitorId, cloudMonitor.nodeId))
    .where(matching(screens, actor, query))
    .orderBy(desc(node.id))
    .limit(mostMatched);
  const idsOf = (enabled: boolean) => rows.filter((row) => row.enabled === enabled).map(({ id }) => id);
  return { running: idsOf(true), paused: idsOf(false) };
}

/** The condition of a list that is asked for so (`@throws Refused invalid_input` for unknown custom fields), over `cloud_monitor` with its node, organization and state. */
export function matching(screens: HasScreens['screens'], actor: Actor, query: MonitorFilter): SQL | undefined {
  const { search = '', clientId, type, custom } = query;
  const list = customOf(screens);
  const pattern = containing(search);
  return and(
    visibleNodes(actor),
    narrowedByCustom(list, custom),
    clientId === undefined ? undefined : eq(node.organizationId, clientId),
    type === undefined ? undefined : eq(cloudMonitor.monitorType, type),
    query.status === undefined
      ? undefined
      : query.status === 'maintenance'
        ? inMaintenance(node.id)
        : sql`${status} = ${query.status}`,
    search.trim() === ''
      ? undefined
      : or(
          ilike(node.name, pattern),
          ilike(organization.name, pattern),
          ilike(target, pattern),
          showsCustom(list, search),
        ),
  );
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

/**
 * The monitor as it stands, for an actor that may know it. Only who may edit it reads the values of its request headers.
 * @throws Refused `not_found`
 */
export async function storedMonitor(
  { db, actor, services: { monitors, secrets, screens } }: MonitorReader,
  id: number,
): Promise<MonitorReply> {
  const [shown] = await selectShown(db).where(eq(node.id, id));
  if (!shown) throw new Refused('not_found');
  const [state] = await db
    .select({ detail: monitorState.detail, noAlertReason })
    .from(node)
    .innerJoin(cloudMonitor, eq(cloudMonitor.nodeId, node.id))
    .innerJoin(monitorState, eq(monitorState.monitorId, node.id))
    .where(eq(node.id, id));
  const conditions = await db
    .select()
    .from(monitorCondition)
    .where(eq(monitorCondition.monitorId, id))
    .orderBy(asc(monitorCondition.position));
  const { beats: _, ...row } = rowOf(screens, shown);
  // What was checked before the monitor was paused, resumed or changed says nothing about its conditions now.
  const known = shown.enabled && shown.checkedAt !== null && shown.checkedAt >= shown.updatedAt;
  return {
    ...row,
    ...toldConfig(typeOf(shown.monitorType), shown.config, mayEdit(actor, shown.clientId) ? secrets.open : undefined),
    ...secretsSet(shown.config),
    custom: shownCustom(screens, shown),
    conditions: conditions.flatMap((each) => toCondition(each, monitors.describe, known)),
    noAlertReason: state?.noAlertReason ?? null,
    lastDetail: state ? detailOf(state.detail as Partial<Detail>) : null,
    revision: shown.revision,
    createdAt: shown.createdAt.toISOString(),
    updatedAt: shown.updatedAt.toISOString(),
  };
}

function mayEdit(actor: Actor, clientId: number): boolean {
  const readsOnly = actor.kind === 'user' && actor.apiKey?.scope === 'read';
  return holds(actor, 'NODE:Update', clientId) && !readsOnly;
}

function toCondition(
  row: typeof monitorCondition.$inferSelect,
  describe: Monitors['describe'],
  known: boolean,
): MonitorReply['conditions'] {
  const { id, type, enabled, conditionName, parameters, resetThreshold, severity, priority, raisedAt, failures } = row;
  const { unansweredReason } = row;
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
      state: standingOf(row, known),
      failures,
      raisedAt: raisedAt?.toISOString() ?? null,
      unansweredReason,
    },
  ];
}

/** How a condition stands; `known`: the latest check was made of the monitor as it is now. */
function standingOf(
  { raisedAt, enabled, failures, unansweredReason }: typeof monitorCondition.$inferSelect,
  known: boolean,
): MonitorReply['conditions'][number]['state'] {
  if (raisedAt) return 'raised';
  if (!known || !enabled) return 'unknown';
  if (unansweredReason !== null) return 'unanswered';
  return failures > 0 ? 'failing' : 'ok';
}
