import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';

/** Enabled technicians that see an organization's monitors: the same rule as `visibleNodes`, asked of everybody at once. `u` is the user. */
function seesMonitorsOf(organizationId: number): SQL {
  const grants = (permission: string) => sql`exists (
    select 1 from user_grant g where g.user_id = u.id and g.permission = ${permission}
      and (g.entity_id is null or g.entity_id = ${organizationId}))`;
  return sql`u.enabled and u.password_hash is not null and u.user_type = 'TECHNICIAN'
    and (u.sysadmin or (${grants('ORGANIZATION:View')} and ${grants('NODE:View')}))`;
}

/** Who gets mail about an organization's alerts: its technicians that have not turned mail off (C16-05). */
export async function techniciansOf(db: Queries, organizationId: number): Promise<{ email: string }[]> {
  const { rows } = await db.execute<{ email: string }>(sql`
    select u.email from app_user u
    where ${seesMonitorsOf(organizationId)} and coalesce((u.content -> 'notification' ->> 'email')::boolean, true)
    order by u.id`);
  return rows;
}

/** Who can work on an organization's alerts, by name. */
export async function technicianNames(db: Queries, organizationId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name from app_user u
    where ${seesMonitorsOf(organizationId)} order by lower(u.first_name), lower(u.last_name), u.id limit 2000`);
  return rows;
}
