import { sql, type SQL } from 'drizzle-orm';
import { isStandingUser, usersWhoSeeNodesOf } from '../../access/visibility.ts';
import type { Queries } from '../../database/database.ts';

const nameOf = sql`trim(u.first_name || ' ' || u.last_name)`;
const isTechnician = sql`u.enabled and u.password_hash is not null and u.user_type = 'TECHNICIAN' and ${isStandingUser('u')}`;

/** Enabled technicians who see an organization's monitors. `u` is the user. */
function seesMonitorsOf(organizationId: number): SQL {
  return sql`${isTechnician} and ${usersWhoSeeNodesOf(organizationId, 'u')}`;
}

/** What was set for the organization, else for the division. */
function defaultsOf(organizationId: SQL): SQL {
  return sql`(select * from alert_defaults d where d.organization_id = ${organizationId} or d.organization_id is null
    order by d.organization_id nulls last limit 1)`;
}

/** Who gets mail about an organization's alerts: those of its technicians that were chosen and have not turned mail off (C16-05). */
export async function techniciansOf(db: Queries, organizationId: number): Promise<{ email: string; name: string }[]> {
  const { rows } = await db.execute<{ email: string; name: string }>(sql`
    select u.email, ${nameOf} as name from app_user u left join ${defaultsOf(sql`${organizationId}`)} d on true
    where ${seesMonitorsOf(organizationId)} and coalesce((u.content -> 'notification' ->> 'email')::boolean, true)
      and (coalesce(d.technicians, 'ALL') = 'ALL' or (d.technicians = 'CHOSEN' and u.id = any(d.technician_ids)))
    order by u.id`);
  return rows;
}

/** The channels that a condition notifies besides its own, where it notifies technicians. `organizationId`: a column. */
export function defaultChannelsOf(organizationId: SQL): SQL {
  return sql`coalesce((select d.notification_channel_ids from ${defaultsOf(organizationId)} d), '{}')`;
}

interface Technician {
  id: number;
  name: string;
}
type TechnicianRow = Record<string, unknown> & Technician;

/** Who can work on an organization's alerts, by name. */
export async function technicianNames(db: Queries, organizationId: number): Promise<Technician[]> {
  return named(db, seesMonitorsOf(organizationId));
}

export async function allTechnicians(db: Queries): Promise<Technician[]> {
  return named(db, isTechnician);
}

async function named(db: Queries, where: SQL): Promise<Technician[]> {
  const { rows } = await db.execute<TechnicianRow>(sql`
    select u.id, ${nameOf} as name from app_user u where ${where}
    order by lower(u.first_name), lower(u.last_name), u.id limit 2000`);
  return rows;
}
