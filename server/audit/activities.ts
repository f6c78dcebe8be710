import { and, count, desc, eq, ilike, isNotNull, or, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Activity } from '#api/contract/system.ts';
import type { Actor } from '../access/actor.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { audit } from '../database/schema/core.ts';

/** The part of the audit trail that the actor may see, newest first. */
export async function listActivities(
  db: Queries,
  actor: Actor,
  query: { search?: string; limit?: number; offset?: number; entityType?: string; entityId?: string },
): Promise<{ items: Static<typeof Activity>[]; total: number }> {
  const { search = '', limit = 100, offset = 0, entityType, entityId } = query;
  const pattern = containing(search);
  const where = and(
    visibleRows(actor),
    entityType === undefined ? undefined : eq(audit.entityType, entityType),
    entityId === undefined ? undefined : eq(audit.entityId, entityId),
    search.trim() === '' ? undefined : or(ilike(audit.summary, pattern), ilike(audit.actorName, pattern)),
  );
  const rows = await db.select().from(audit).where(where).orderBy(desc(audit.id)).limit(limit).offset(offset);
  const [all] = await db.select({ total: count() }).from(audit).where(where);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorName: row.actorName,
    action: row.action,
    entityType: row.entityType,
    entityId: row.entityId,
    summary: row.summary,
  }));
  return { items, total: all?.total ?? 0 };
}

/** Rows of visible organizations and the actor's own. Those of the whole division are the administrators'. */
function visibleRows(actor: Actor): SQL | undefined {
  if (actor.kind === 'anonymous') return sql`false`;
  if (actor.sysadmin) return undefined;
  return or(
    and(isNotNull(audit.organizationId), visibleOrganizations(actor, audit.organizationId)),
    eq(audit.actorUserId, actor.userId),
  );
}
