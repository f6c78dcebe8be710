import { permissionNames, type PermissionName } from '#api/contract/permissions.ts';
import type { Actor } from './actor.ts';

const known = new Set<string>(permissionNames);

export function isPermissionName(name: string): name is PermissionName {
  return known.has(name);
}

/**
 * Whether the actor holds a permission: for the entity with this id, or, without one, at least somewhere.
 * A sysadmin passes every check (C08-03, ruling 15).
 *
 * The entity of ORGANIZATION and NODE permissions is an organization: `NODE:Update` for 7 reaches the devices and
 * monitors of organization 7. For all other permissions it is an entity of their own type.
 */
export function holds(actor: Actor, permission: PermissionName, entityId?: number): boolean {
  if (actor.kind === 'anonymous') return false;
  if (actor.sysadmin) return true;
  return actor.grants.some(
    (grant) =>
      grant.permission === permission &&
      (grant.entityId === null || entityId === undefined || grant.entityId === entityId),
  );
}

/** Whether the actor holds a permission everywhere. Adding an organization requires that. */
export function holdsEverywhere(actor: Actor, permission: PermissionName): boolean {
  if (actor.kind === 'anonymous') return false;
  return actor.sysadmin || actor.grants.some((grant) => grant.permission === permission && grant.entityId === null);
}
