import { and, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import type { Actor } from './actor.ts';

/**
 * The one place that decides which organizations an actor sees. The condition goes into every query that reaches
 * organizations or their children; `column` holds the organization's id. A caller cannot tell unknown ids from foreign ones.
 */
export function visibleOrganizations(actor: Actor, column: AnyColumn = organization.id): SQL {
  return and(organizationsWith(actor, 'ORGANIZATION:View', column), isStandingOrganization(column)) ?? sql`false`;
}

/** Whether the organization of this column is not marked for deletion, or there is none. */
export function isStandingOrganization(column: AnyColumn | SQL): SQL {
  return sql`(${column} = any(array(select gone.id from organization gone where gone.deletion_id is not null))) is not true`;
}

/** Whether a node is marked for deletion neither by itself nor with its organization. `alias`: of the table `node`. */
export function isStandingNode(alias = 'node'): SQL {
  return sql`(${sql.raw(`"${alias}"."deletion_id"`)} is null and ${isStandingOrganization(sql.raw(`"${alias}"."organization_id"`))})`;
}

/** `isStandingNode` where the query has only the node's id. */
export function isStandingNodeId(id: AnyColumn | SQL): SQL {
  return sql`exists (select 1 from node standing where standing.id = ${id} and ${isStandingNode('standing')})`;
}

/** Whether a user is not marked for deletion. One who is cannot sign in, use a key, be notified or have work done in their name. */
export function isStandingUser(alias = 'app_user'): SQL {
  return sql`(${sql.raw(`"${alias}"."deletion_id"`)} is null)`;
}

/** Organizations for which the actor holds this permission of ORGANIZATION or NODE, marked for deletion or not. */
export function organizationsWith(actor: Actor, permission: PermissionName, column: AnyColumn = organization.id): SQL {
  if (actor.kind === 'anonymous') return sql`false`;
  if (actor.sysadmin) return sql`true`;
  const ids: number[] = [];
  for (const grant of actor.grants) {
    if (grant.permission !== permission) continue;
    if (grant.entityId === null) return sql`true`;
    ids.push(grant.entityId);
  }
  return ids.length > 0 ? inArray(column, ids) : sql`false`;
}

/** `visibleNodes` for every user at once: the users who see the devices of one organization. `user`: the alias of `app_user`. */
export function usersWhoSeeNodesOf(organizationId: number, user: string): SQL {
  const alias = sql.raw(user);
  const grants = (permission: PermissionName) => sql`exists (
    select 1 from user_grant g where g.user_id = ${alias}.id and g.permission = ${permission}
      and (g.entity_id is null or g.entity_id = ${organizationId}))`;
  return sql`(${alias}.sysadmin or (${grants('ORGANIZATION:View')} and ${grants('NODE:View')}))`;
}

/** Devices and monitors that an actor sees: those of visible organizations for which it holds NODE:View. */
export function visibleNodes(actor: Actor): SQL {
  return and(seesNodesOf(actor, node.organizationId), isStandingNode()) ?? sql`false`;
}

/** `visibleNodes` where no node is in the query: organizations, by the column of their id, whose devices the actor sees. */
export function seesNodesOf(actor: Actor, column: AnyColumn): SQL {
  return and(visibleOrganizations(actor, column), organizationsWith(actor, 'NODE:View', column)) ?? sql`false`;
}
