import { and, asc, eq, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { mostExpiring, remindedDays } from '#api/contract/credentials.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { credential } from '../database/schema/credentials.ts';
import { organization } from '../database/schema/organizations.ts';
import { told } from './credentials.ts';

/** Lists credentials of visible organizations that expire soon or have expired, the earliest first. Days are those of UTC. */
export async function listExpiringCredentials({
  db,
  actor,
  now,
}: Pick<CallContext, 'db' | 'actor' | 'now'>): Promise<ReplyOf<Catalogue['listExpiringCredentials']>> {
  const until = new Date(now.getTime() + remindedDays * 86_400_000).toISOString().slice(0, 10);
  const rows = await db
    .select({
      ...told,
      clientId: organization.id,
      clientName: organization.name,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(credential)
    .innerJoin(organization, eq(organization.id, credential.organizationId))
    .where(and(visibleOrganizations(actor), sql`${credential.expiresOn} <= ${until}`))
    .orderBy(asc(credential.expiresOn), asc(credential.id))
    .limit(mostExpiring);
  const items = rows.map(({ total: _total, ...row }) => row);
  return { items, total: rows[0]?.total ?? 0 };
}
