import { eq, sql, type SQL } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import type { Queries } from '../database/database.ts';
import { script } from '../database/schema/script.ts';
import { appUser } from '../database/schema/users.ts';

/** What may be done with scripts is granted for each of their categories (C08-16, C12-42). */
export type ScriptPermission = Extract<
  PermissionName,
  `SCRIPT_CATEGORY:${'View' | 'Create' | 'Update' | 'Delete' | 'Run'}`
>;

/** Whether the actor holds the permission for every category of a script: one that it lacks keeps the script from it (C12-46). */
export function holdsForAll(actor: Actor, permission: ScriptPermission, categoriesIds: readonly number[]): boolean {
  return categoriesIds.every((id) => holds(actor, permission, id));
}

/** Categories whose scripts a user may run without reading them: by the Run permission or the user's list (C08-20). */
export async function runnableCategories(db: Queries, actor: Actor): Promise<(categoryId: number) => boolean> {
  if (actor.kind === 'anonymous') return () => false;
  const [user] = await db.select({ content: appUser.content }).from(appUser).where(eq(appUser.id, actor.userId));
  const listed = new Set(user?.content.runOnlyScriptCategories);
  return (id) => listed.has(id) || holds(actor, 'SCRIPT_CATEGORY:Run', id);
}

/** Scripts with at least one category for which the actor holds the permission. */
export function scriptsWith(actor: Actor, permission: ScriptPermission): SQL {
  if (actor.kind === 'anonymous') return sql`false`;
  if (actor.sysadmin) return sql`true`;
  const grants = actor.grants.filter((grant) => grant.permission === permission);
  if (grants.some(({ entityId }) => entityId === null)) return sql`true`;
  const ids = grants.flatMap(({ entityId }) => entityId ?? []);
  return ids.length === 0
    ? sql`false`
    : sql`${script.categoriesIds} && array[${sql.join(
        ids.map((id) => sql`${id}`),
        sql`, `,
      )}]::int[]`;
}
