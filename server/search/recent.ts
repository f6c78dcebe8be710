import { and, desc, eq, notInArray, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { UserActor } from '../access/actor.ts';
import type { Queries } from '../database/database.ts';
import { recentSearch } from '../database/schema/search.ts';
import { readCandidates, type Kind } from './entities.ts';

/** Maximum entries per user. */
const most = 8;

const kindsOf = {
  DEVICE: ['DEVICE', 'MONITOR'],
  ORGANIZATION: ['ORGANIZATION'],
  LOCATION: ['LOCATION'],
  TECHNICIAN_USER: ['TECHNICIAN_USER'],
} as const satisfies Record<string, Kind[]>;

type Recent = ReplyOf<Catalogue['listRecentSearches']>[number];

/** The user's recent destinations, newest first, with current names; omits entities that were deleted or that the user may no longer see. */
export async function listRecentSearches(db: Queries, actor: UserActor): Promise<Recent[]> {
  const rows = await db
    .select()
    .from(recentSearch)
    .where(eq(recentSearch.userId, actor.userId))
    .orderBy(desc(recentSearch.at), desc(recentSearch.id));
  const seen = new Map<string, Recent>();
  for (const [type, kinds] of Object.entries(kindsOf)) {
    const ids = rows.flatMap((row) => (row.type === type && row.entityId !== null ? [row.entityId] : []));
    for (const kind of kinds)
      for (const { attributes: _, ...item } of await readCandidates(db, actor, kind, ids))
        seen.set(`${type} ${item.id}`, { ...item, route: null });
  }
  return rows.flatMap(({ type, entityId, route, name }): Recent[] => {
    if (type === 'ADMINISTRATION')
      return route === null ? [] : [{ id: null, name, type, description: '', details: {}, route }];
    const item = seen.get(`${type} ${entityId}`);
    return item ? [item] : [];
  });
}

/** Adds or refreshes an entry, and deletes the oldest beyond the limit. */
export async function addRecentSearch(
  db: Queries,
  { userId }: UserActor,
  { id, type, name, route }: BodyOf<Catalogue['addRecentSearch']>,
  now: Date,
): Promise<void> {
  const isPage = type === 'ADMINISTRATION';
  if (isPage ? route === undefined : id === undefined) return;
  await db
    .insert(recentSearch)
    .values({
      userId,
      type,
      name,
      entityId: isPage ? null : (id ?? null),
      route: isPage ? (route ?? null) : null,
      at: now,
    })
    .onConflictDoUpdate({
      target: [recentSearch.userId, recentSearch.type, recentSearch.entityId, recentSearch.route],
      set: { at: now, name },
    });
  const kept = db
    .select({ id: recentSearch.id })
    .from(recentSearch)
    .where(eq(recentSearch.userId, userId))
    .orderBy(desc(recentSearch.at), desc(recentSearch.id))
    .limit(most);
  await db.delete(recentSearch).where(and(eq(recentSearch.userId, userId), notInArray(recentSearch.id, sql`${kept}`)));
}
