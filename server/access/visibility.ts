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
  return organizationsWith(actor, 'ORGANIZATION:View', column);
}

/** Organizations for which the actor holds this permission of ORGANIZATION or NODE. */
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
export function visibleNodes(actor: Actor, column: AnyColumn = node.organizationId): SQL {
  return and(visibleOrganizations(actor, column), organizationsWith(actor, 'NODE:View', column)) ?? sql`false`;
}
