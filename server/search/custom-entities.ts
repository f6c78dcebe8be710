import { and, asc, eq, sql } from 'drizzle-orm';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Actor } from '../access/actor.ts';
import { isStandingUser, visibleNodes, visibleOrganizations } from '../access/visibility.ts';
import { customMatches, showsCustom, type CustomList } from '../custom/custom-lists.ts';
import type { Queries } from '../database/database.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { appUser } from '../database/schema/users.ts';
import { readCandidates, type Candidate, type Kind } from './entities.ts';

interface Wanted {
  screens: ScreenLibrary;
  query: string;
  clientId: number | undefined;
  limit: number;
}

/** Visible entities of this kind of which a custom field shows the query; that field is their attribute. No query runs without such a field. */
export async function findByCustom(db: Queries, actor: Actor, kind: Kind, wanted: Wanted): Promise<Candidate[]> {
  const list = listOf(kind, wanted.screens);
  const shows = list && showsCustom(list, wanted.query);
  if (list === undefined || shows === undefined) return [];
  const found = new Map((await rowsOf(db, actor, kind, wanted, shows)).map(({ id, custom }) => [id, custom]));
  const candidates = await readCandidates(db, actor, kind, [...found.keys()]);
  return candidates.map((candidate) => ({
    ...candidate,
    attributes: [...candidate.attributes, ...customMatches(list, found.get(candidate.id) ?? {})],
  }));
}

function listOf(kind: Kind, screens: ScreenLibrary): CustomList | undefined {
  if (kind === 'ORGANIZATION') return { screens, flow: 'organization', stored: organization.custom };
  if (kind === 'MONITOR') return { screens, flow: 'cloud-monitor', stored: cloudMonitor.custom };
  return kind === 'TECHNICIAN_USER' ? { screens, flow: 'user', stored: appUser.custom } : undefined;
}

async function rowsOf(
  db: Queries,
  actor: Actor,
  kind: Kind,
  { clientId, limit }: Wanted,
  shows: NonNullable<ReturnType<typeof showsCustom>>,
): Promise<{ id: number; custom: CustomFields }[]> {
  if (kind === 'ORGANIZATION')
    return db
      .select({ id: organization.id, custom: organization.custom })
      .from(organization)
      .where(
        and(visibleOrganizations(actor), clientId === undefined ? undefined : eq(organization.id, clientId), shows),
      )
      .orderBy(sql`lower(${organization.name})`, asc(organization.id))
      .limit(limit);
  if (kind === 'MONITOR')
    return db
      .select({ id: node.id, custom: cloudMonitor.custom })
      .from(cloudMonitor)
      .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
      .where(and(visibleNodes(actor), clientId === undefined ? undefined : eq(node.organizationId, clientId), shows))
      .orderBy(sql`lower(${node.name})`, asc(node.id))
      .limit(limit);
  // As in `entities.ts`: only system administrators find technicians, who belong to no organization.
  if (actor.kind === 'anonymous' || !actor.sysadmin || clientId !== undefined) return [];
  return db
    .select({ id: appUser.id, custom: appUser.custom })
    .from(appUser)
    .where(and(eq(appUser.userType, 'TECHNICIAN'), isStandingUser(), shows))
    .orderBy(sql`lower(${appUser.lastName})`, asc(appUser.id))
    .limit(limit);
}
