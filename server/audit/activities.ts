import { and, desc, eq, exists, gte, ilike, isNotNull, isNull, lt, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { QueryOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Static } from 'typebox';
import type { Activity } from '#api/contract/activities.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { Actor } from '../access/actor.ts';
import { isStandingUser, organizationsWith } from '../access/visibility.ts';
import type { Queries } from '../database/database.ts';
import { containing } from '../database/like.ts';
import { audit } from '../database/schema/audit.ts';
import { appUser } from '../database/schema/users.ts';
import type { Change } from './changes.ts';
import { namesFor } from './entity-names.ts';
import { fieldWords, type FieldWords } from './field-words.ts';

type Query = QueryOf<Catalogue['listActivities']>;
type Row = typeof audit.$inferSelect;

/** The count stops here, so that listing a page does not read the whole trail. */
const mostCounted = 100_000;
const mostPeople = 500;

const words = new WeakMap<object, FieldWords>();

/** The part of the audit trail that the actor may see, newest first. */
export async function listActivities(
  db: Queries,
  actor: Actor,
  screens: ScreenLibrary,
  query: Query,
): Promise<{ items: Static<typeof Activity>[]; total: number }> {
  const { limit = 100, offset = 0 } = query;
  const where = and(visibleRows(actor), matchesQuery(query));
  const rows = await db.select().from(audit).where(where).orderBy(desc(audit.id)).limit(limit).offset(offset);
  const counted = db.select({ id: audit.id }).from(audit).where(where).limit(mostCounted).as('counted');
  const total = await db.$count(counted);
  const entities = await namesFor(db, actor, rows);
  const names = words.get(screens.edition()) ?? fieldWords(screens);
  words.set(screens.edition(), names);
  const items = rows.map((row, at) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorName: row.actorName,
    action: row.action,
    entityType: row.entityType,
    entityId: row.entityId,
    entity: entityOf(entities[at]),
    summary: row.summary,
    changes: changesIn(row, names),
  }));
  return { items, total };
}

/** Users who have a row that the actor may see, sorted by name. */
export async function listActivityPeople(db: Queries, actor: Actor): Promise<{ id: number; name: string }[]> {
  const seen = db
    .select({ one: sql`1` })
    .from(audit)
    .where(and(eq(audit.actorUserId, appUser.id), visibleRows(actor)));
  const name = sql<string>`trim(${appUser.firstName} || ' ' || ${appUser.lastName})`;
  return db
    .select({ id: appUser.id, name })
    .from(appUser)
    .where(and(exists(seen), isStandingUser()))
    .orderBy(name, appUser.id)
    .limit(mostPeople);
}

function matchesQuery({ search = '', entityType, entityId, userId, from, to }: Query): SQL | undefined {
  const pattern = containing(search);
  return and(
    entityType === undefined ? undefined : eq(audit.entityType, entityType),
    entityId === undefined ? undefined : eq(audit.entityId, entityId),
    userId === undefined ? undefined : userId === 0 ? isNull(audit.actorUserId) : eq(audit.actorUserId, userId),
    from === undefined ? undefined : gte(audit.at, new Date(from)),
    to === undefined ? undefined : lt(audit.at, new Date(to)),
    search.trim() === '' ? undefined : or(ilike(audit.summary, pattern), ilike(audit.actorName, pattern)),
  );
}

function entityOf(named: Awaited<ReturnType<typeof namesFor>>[number]) {
  if (!named) return null;
  const { id: _id, ...entity } = named;
  return entity;
}

/** The changed fields of a row. Rows of earlier versions stored no changes, or whole records. */
function changesIn({ entityType, detail }: Row, names: FieldWords): Change[] {
  const stored = detail?.['changes'];
  if (!Array.isArray(stored)) return [];
  return (stored as Change[]).map(({ field, from, to }) => {
    const value = (text: string | null) => (text === null ? null : names.value(entityType, field, text));
    return { field: names.field(entityType, field), from: value(from), to: value(to) };
  });
}

/** Entity types of an organization that also require NODE:View (S13). */
const deviceTypes = ['NODE', 'CLOUD_MONITOR', 'ALERT'];

/** Rows about entities that the actor may see, and the actor's own rows. Only administrators see rows about the whole division. */
function visibleRows(actor: Actor): SQL | undefined {
  if (actor.kind === 'anonymous') return sql`false`;
  if (actor.sysadmin) return undefined;
  return or(
    and(
      isNotNull(audit.organizationId),
      organizationsWith(actor, 'ORGANIZATION:View', audit.organizationId),
      or(notInArray(audit.entityType, deviceTypes), organizationsWith(actor, 'NODE:View', audit.organizationId)),
    ),
    eq(audit.actorUserId, actor.userId),
  );
}
