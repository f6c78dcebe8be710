import { sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';

/**
 * Who is told of an organization's alerts: enabled technicians that see its monitors and have not turned mail off
 * (C16-05). The same rule as `visibleNodes`, asked of everybody at once.
 */
export async function techniciansOf(db: Queries, organizationId: number): Promise<{ email: string }[]> {
  const grants = (permission: string) => sql`exists (
    select 1 from user_grant g where g.user_id = u.id and g.permission = ${permission}
      and (g.entity_id is null or g.entity_id = ${organizationId}))`;
  const { rows } = await db.execute<{ email: string }>(sql`
    select u.email from app_user u
    where u.enabled and u.password_hash is not null and u.user_type = 'TECHNICIAN'
      and coalesce((u.content -> 'notification' ->> 'email')::boolean, true)
      and (u.sysadmin or (${grants('ORGANIZATION:View')} and ${grants('NODE:View')}))
    order by u.id`);
  return rows;
}
