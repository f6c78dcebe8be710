import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../access/actor.ts';
import { visibleOrganizations } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';
import { node } from '../../database/schema/nodes.ts';
import { location, organization } from '../../database/schema/organizations.ts';
import { cloudMonitor, monitorCondition } from '../../database/schema/monitors.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import { byNameAndId, keyOf, nameOf, type Existing, type KnownData, type Place } from './known-places.ts';
import type { GivenRow } from './read-file.ts';

/** What the rows of a file speak of. */
export interface Wanted {
  organizations: readonly unknown[];
  names: readonly string[];
}

export function wantedBy(rows: readonly GivenRow[]): Wanted {
  return {
    organizations: rows.map(({ given }) => given['organization']),
    names: [...new Set(rows.map(({ given }) => nameOf(given)))],
  };
}

/** Of the organizations that the actor sees. `hold`: their locations stay as they are until the transaction ends. */
export async function readKnown(db: Queries, actor: Actor, wanted: Wanted, hold = false): Promise<KnownData> {
  const organizations = await db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(visibleOrganizations(actor));
  const find = byNameAndId(organizations);
  const ids = [...new Set(wanted.organizations.flatMap((given) => find(given)?.id ?? []))];
  return {
    organizations,
    locations: await locationsOf(db, ids, hold),
    monitors: await existingMonitors(db, ids, wanted.names),
    channels: await db.select({ id: notificationChannel.id, name: notificationChannel.name }).from(notificationChannel),
  };
}

async function locationsOf(
  db: Queries,
  organizations: readonly number[],
  hold: boolean,
): Promise<Map<number, Place[]>> {
  if (organizations.length === 0) return new Map();
  const asked = db
    .select({ id: location.id, name: location.name, organizationId: location.organizationId })
    .from(location)
    .where(inArray(location.organizationId, [...organizations]));
  const found = await (hold ? asked.for('key share') : asked);
  return new Map(organizations.map((id) => [id, found.filter((each) => each.organizationId === id)]));
}

async function existingMonitors(
  db: Queries,
  organizations: readonly number[],
  names: readonly string[],
): Promise<Map<string, Existing[]>> {
  const found = new Map<string, Existing[]>();
  if (organizations.length === 0) return found;
  // As one parameter: a statement takes 65,535 of them.
  const named = sql`${node.name} in (select json_array_elements_text(${JSON.stringify(names)}::json))`;
  const monitors = await db
    .select({
      id: node.id,
      name: node.name,
      organizationId: node.organizationId,
      locationId: node.locationId,
      monitorType: cloudMonitor.monitorType,
      enabled: cloudMonitor.enabled,
      frequency: cloudMonitor.frequency,
      timeout: cloudMonitor.timeout,
      config: cloudMonitor.config,
      custom: cloudMonitor.custom,
    })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .where(and(inArray(node.organizationId, [...organizations]), named));
  const conditions = await conditionsOf(db, monitors);
  for (const { name, organizationId, locationId, ...monitor } of monitors) {
    const key = keyOf(organizationId, locationId, name);
    found.set(key, [...(found.get(key) ?? []), { ...monitor, conditions: conditions.get(monitor.id) ?? [] }]);
  }
  return found;
}

/** In their order, by monitor. */
export async function conditionsOf(
  db: Queries,
  monitors: readonly { id: number }[],
): Promise<Map<number, Existing['conditions']>> {
  const ids = JSON.stringify(monitors.map(({ id }) => id));
  const rows = await db
    .select()
    .from(monitorCondition)
    .where(sql`${monitorCondition.monitorId} in (select json_array_elements_text(${ids}::json)::int)`)
    .orderBy(asc(monitorCondition.position));
  const found = new Map<number, Existing['conditions']>();
  for (const row of rows) {
    const others = found.get(row.monitorId);
    if (others) others.push(row);
    else found.set(row.monitorId, [row]);
  }
  return found;
}
