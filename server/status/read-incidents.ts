import { and, desc, eq, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { statusIncident, statusPage } from '../database/schema/status-pages.ts';
import { Refused } from '../refused.ts';

export type StatusIncidentReply = ReplyOf<Catalogue['listStatusIncidents']>[number];

const mostListed = 100;

/** @throws Refused `not_found` */
export async function listStatusIncidents(db: Queries, pageId: number): Promise<StatusIncidentReply[]> {
  const [page] = await db.select({ id: statusPage.id }).from(statusPage).where(eq(statusPage.id, pageId));
  if (!page) throw new Refused('not_found');
  return readIncidents(db, eq(statusIncident.pageId, pageId), mostListed);
}

/** The incidents that a status page shows: open ones, and those that ended since an instant. */
export async function readNotices(
  db: Queries,
  pageId: number,
  since: Date,
  most: number,
): Promise<StatusIncidentReply[]> {
  const told = or(isNull(statusIncident.endedAt), gte(statusIncident.endedAt, since));
  return readIncidents(db, and(eq(statusIncident.pageId, pageId), told), most);
}

/** How many incidents are open, by the id of the page. */
export async function countOpenIncidents(db: Queries, pageIds: number[]): Promise<Map<number, number>> {
  if (pageIds.length === 0) return new Map();
  const rows = await db
    .select({ pageId: statusIncident.pageId, count: sql<number>`count(*)::int` })
    .from(statusIncident)
    .where(and(inArray(statusIncident.pageId, pageIds), isNull(statusIncident.endedAt)))
    .groupBy(statusIncident.pageId);
  return new Map(rows.map(({ pageId, count }) => [pageId, count]));
}

async function readIncidents(db: Queries, where: SQL | undefined, most: number): Promise<StatusIncidentReply[]> {
  const rows = await db
    .select()
    .from(statusIncident)
    .where(where)
    .orderBy(sql`(${statusIncident.endedAt} is not null)`, desc(statusIncident.startedAt), desc(statusIncident.id))
    .limit(most);
  return rows.map(toReply);
}

export function toReply({
  id,
  title,
  startedAt,
  endedAt,
  updates,
}: typeof statusIncident.$inferSelect): StatusIncidentReply {
  return { id, title, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null, updates };
}
