import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { SearchItem } from '#api/contract/search.ts';
import type { Actor } from '../access/actor.ts';
import { isStandingUser, visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { appUser } from '../database/schema/users.ts';
import { isMonitor } from '../nodes/node-types.ts';

export type Item = Static<typeof SearchItem>;
export type Kind = 'DEVICE' | 'MONITOR' | 'ORGANIZATION' | 'LOCATION' | 'TECHNICIAN_USER';
/** An unscored row; a match is reported on the first matching attribute. */
export interface Candidate extends Pick<Item, 'id' | 'name' | 'type' | 'description' | 'details'> {
  attributes: readonly (readonly [name: string, value: string])[];
}

/** The query for one kind: filter, order and limit. */
export interface Asked {
  where: (text: SQL) => SQL | undefined;
  order: (text: SQL, name: SQL) => SQL[];
  clientId?: number | undefined;
  limit: number;
}

// Each must match the column or expression of a trigram index of the migrations exactly, so that PostgreSQL uses the index.
const searchText = {
  node: sql`${node.words}`,
  organization: sql`lower(${organization.name})`,
  location: sql`lower(${location.name} || ' ' || ${location.address})`,
  user: sql`lower(${appUser.firstName} || ' ' || ${appUser.lastName} || ' ' || ${appUser.email})`,
};

type Find = (db: Queries, actor: Actor, asked: Asked) => Promise<Candidate[]>;

const findNodes =
  (monitors: boolean): Find =>
  async (db, actor, { where, order, clientId, limit }) => {
    const rows = await db
      .select({ node, clientName: organization.name, locationName: location.name })
      .from(node)
      .innerJoin(organization, eq(organization.id, node.organizationId))
      .innerJoin(location, eq(location.id, node.locationId))
      .where(
        and(
          visibleNodes(actor),
          monitors ? isMonitor : sql`not ${isMonitor}`,
          clientId === undefined ? undefined : eq(node.organizationId, clientId),
          where(searchText.node),
        ),
      )
      .orderBy(...order(searchText.node, sql`${node.name}`))
      .limit(limit);
    return rows.map(({ node: row, clientName, locationName }) => ({
      id: row.id,
      name: row.friendlyName || row.name,
      type: 'DEVICE' as const,
      description: `${clientName} · ${locationName}`,
      details: { nodeType: row.nodeType, nodeClass: row.nodeClass, clientId: row.organizationId, clientName },
      attributes: [
        ['name', row.name],
        ['friendlyName', row.friendlyName],
        ['systemName', row.systemName],
        ['dnsName', row.netbiosName],
        ['lastLoggedOnUser', row.lastLoggedInUser],
        ['biosSerialNumber', row.biosSerialNumber],
        ['publicIp', row.publicIp],
        ...row.ipAddresses.map((value) => ['ipAddress', value] as const),
        ...row.macAddresses.map((value) => ['macAddress', value] as const),
      ],
    }));
  };

const findOrganizations: Find = async (db, actor, { where, order, clientId, limit }) => {
  const rows = await db
    .select({ id: organization.id, name: organization.name, description: organization.description })
    .from(organization)
    .where(
      and(
        visibleOrganizations(actor),
        clientId === undefined ? undefined : eq(organization.id, clientId),
        where(searchText.organization),
      ),
    )
    .orderBy(...order(searchText.organization, sql`${organization.name}`))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    type: 'ORGANIZATION' as const,
    details: { clientId: row.id, clientName: row.name },
    attributes: [['name', row.name]],
  }));
};

const findLocations: Find = async (db, actor, { where, order, clientId, limit }) => {
  const rows = await db
    .select({ location, clientName: organization.name })
    .from(location)
    .innerJoin(organization, eq(organization.id, location.organizationId))
    .where(
      and(
        visibleOrganizations(actor),
        clientId === undefined ? undefined : eq(location.organizationId, clientId),
        where(searchText.location),
      ),
    )
    .orderBy(...order(searchText.location, sql`${location.name}`))
    .limit(limit);
  return rows.map(({ location: row, clientName }) => ({
    id: row.id,
    name: row.name,
    type: 'LOCATION' as const,
    description: clientName,
    details: { clientId: row.organizationId, clientName },
    attributes: [
      ['name', row.name],
      ['address', row.address],
    ],
  }));
};

/** Only system administrators find technicians, who belong to no organization. */
const findTechnicians: Find = async (db, actor, { where, order, clientId, limit }) => {
  if (actor.kind === 'anonymous' || !actor.sysadmin || clientId !== undefined) return [];
  const rows = await db
    .select({ id: appUser.id, firstName: appUser.firstName, lastName: appUser.lastName, email: appUser.email })
    .from(appUser)
    .where(and(eq(appUser.userType, 'TECHNICIAN'), isStandingUser(), where(searchText.user)))
    .orderBy(...order(searchText.user, sql`${appUser.lastName}`))
    .limit(limit);
  return rows.map(({ id, firstName, lastName, email }) => ({
    id,
    name: `${firstName} ${lastName}`,
    type: 'TECHNICIAN_USER' as const,
    description: email,
    details: {},
    attributes: [
      ['name', `${firstName} ${lastName}`],
      ['email', email],
    ],
  }));
};

/** A finder for every kind; each filters by what the actor may see. */
export const finders: Record<Kind, Find> = {
  DEVICE: findNodes(false),
  MONITOR: findNodes(true),
  ORGANIZATION: findOrganizations,
  LOCATION: findLocations,
  TECHNICIAN_USER: findTechnicians,
};

const ids = {
  DEVICE: node.id,
  MONITOR: node.id,
  ORGANIZATION: organization.id,
  LOCATION: location.id,
  TECHNICIAN_USER: appUser.id,
};

/** Reads the entities with these ids that the actor may see, unordered. */
export function readCandidates(db: Queries, actor: Actor, kind: Kind, wanted: readonly number[]): Promise<Candidate[]> {
  if (wanted.length === 0) return Promise.resolve([]);
  return finders[kind](db, actor, {
    where: () => inArray(ids[kind], [...wanted]),
    order: () => [],
    limit: wanted.length,
  });
}
