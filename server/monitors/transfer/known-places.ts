import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../access/actor.ts';
import { visibleOrganizations } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';
import { location, node, organization } from '../../database/schema/core.ts';
import { cloudMonitor, monitorCondition } from '../../database/schema/monitors.ts';
import { notificationChannel } from '../../database/schema/notifications.ts';
import type { GivenRow } from './read-file.ts';

export interface Place {
  id: number;
  name: string;
}

/** A monitor that is there already, as far as an import may change it. */
export interface Existing {
  id: number;
  monitorType: string;
  enabled: boolean;
  frequency: number;
  timeout: number;
  config: Record<string, unknown>;
  conditions: (typeof monitorCondition.$inferSelect)[];
}

/** What the rows of a file may speak of, read once for all of them. */
export interface KnownPlaces {
  organization(given: unknown): Place | undefined;
  location(organizationId: number, given: unknown): Place | undefined;
  existing(organizationId: number, locationId: number, name: string): readonly Existing[];
  channel(given: unknown): Place | undefined;
}

/** Organizations that the actor sees. `hold`: their locations stay as they are until the transaction ends. */
export async function knownPlaces(
  db: Queries,
  actor: Actor,
  rows: readonly GivenRow[],
  hold = false,
): Promise<KnownPlaces> {
  const organizations = byNameAndId(
    await db
      .select({ id: organization.id, name: organization.name })
      .from(organization)
      .where(visibleOrganizations(actor)),
  );
  const ids = [...new Set(rows.flatMap(({ given }) => organizations(given['organization'])?.id ?? []))];
  const placesOf = await locationsOf(db, ids, hold);
  const names = [...new Set(rows.map(({ given }) => nameOf(given)))];
  const monitors = await existingMonitors(db, ids, names);
  return {
    organization: organizations,
    location: (organizationId, given) => placesOf.get(organizationId)?.(given),
    existing: (organizationId, locationId, name) => monitors.get(keyOf(organizationId, locationId, name)) ?? [],
    channel: byNameAndId(
      await db.select({ id: notificationChannel.id, name: notificationChannel.name }).from(notificationChannel),
    ),
  };
}

export function nameOf(given: GivenRow['given']): string {
  const name = given['monitorName'];
  return typeof name === 'string' ? storable(name).trim() : '';
}

/** As PostgreSQL can keep it: no NUL, no half of a surrogate pair. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8');
}

export function keyOf(organizationId: number, locationId: number, name: string): string {
  return JSON.stringify([organizationId, locationId, name]);
}

/** By name whatever its case, else by id. */
function byNameAndId(places: readonly Place[]): (given: unknown) => Place | undefined {
  const byName = new Map(places.map((place) => [place.name.toLowerCase(), place]));
  const byId = new Map(places.map((place) => [String(place.id), place]));
  return (given) => {
    if (typeof given === 'number') return byId.get(String(given));
    if (typeof given !== 'string') return undefined;
    const word = given.trim();
    return byName.get(word.toLowerCase()) ?? byId.get(word);
  };
}

async function locationsOf(db: Queries, organizations: readonly number[], hold: boolean) {
  if (organizations.length === 0) return new Map<number, ReturnType<typeof byNameAndId>>();
  const asked = db
    .select({ id: location.id, name: location.name, organizationId: location.organizationId })
    .from(location)
    .where(inArray(location.organizationId, [...organizations]));
  const found = await (hold ? asked.for('key share') : asked);
  return new Map(organizations.map((id) => [id, byNameAndId(found.filter((each) => each.organizationId === id))]));
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
