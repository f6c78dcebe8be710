import { and, asc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { appUser } from '../database/schema/users.ts';
import { editor } from '../database/schema/editors.ts';

/** One open editor of a user. */
export interface OpenEditor {
  userId: number;
  instance: string;
  flow: string;
  entityId: number;
}

const OPEN_MS = 60_000;
/** A user with more pages than this shows only the latest. */
const MOST_PER_USER = 50;

/** Records that the editor is open. Returns whether the others did not know yet. */
export async function keepEditor(db: Queries, open: OpenEditor, now: Date): Promise<boolean> {
  await dropClosedEditors(db, now);
  const { userId, instance, flow, entityId } = open;
  const [known] = await db
    .select({ flow: editor.flow, entityId: editor.entityId })
    .from(editor)
    .where(and(eq(editor.userId, userId), eq(editor.instance, instance)));
  await db
    .insert(editor)
    .values({ ...open, openedAt: now, seenAt: now })
    .onConflictDoUpdate({ target: [editor.userId, editor.instance], set: { flow, entityId, seenAt: now } });
  await db.execute(sql`delete from editor where user_id = ${userId} and instance not in (
    select instance from editor where user_id = ${userId} order by seen_at desc limit ${MOST_PER_USER})`);
  return known?.flow !== flow || known.entityId !== entityId;
}

/** Who else has the entity open, by the time they opened it; a user with several pages once. */
export async function listOtherEditors(
  db: Queries,
  { userId, flow, entityId }: Omit<OpenEditor, 'instance'>,
  now: Date,
): Promise<ReplyOf<Catalogue['keepEditor']>> {
  const rows = await db
    .select({
      firstName: appUser.firstName,
      lastName: appUser.lastName,
      since: sql`min(${editor.openedAt})`.mapWith(editor.openedAt),
    })
    .from(editor)
    .innerJoin(appUser, eq(appUser.id, editor.userId))
    .where(and(eq(editor.flow, flow), eq(editor.entityId, entityId), ne(editor.userId, userId), isOpen(now)))
    .groupBy(appUser.id)
    .orderBy(asc(sql`min(${editor.openedAt})`), asc(appUser.id));
  return rows.map(({ firstName, lastName, since }) => ({
    name: `${firstName} ${lastName}`.trim(),
    since: since.toISOString(),
  }));
}

/** Returns whether it was open. */
export async function closeEditor(db: Queries, { userId, instance, flow, entityId }: OpenEditor): Promise<boolean> {
  const closed = await db
    .delete(editor)
    .where(
      and(
        eq(editor.userId, userId),
        eq(editor.instance, instance),
        eq(editor.flow, flow),
        eq(editor.entityId, entityId),
      ),
    )
    .returning({ instance: editor.instance });
  return closed.length > 0;
}

/** The users who have one of these entities open: `organization/7`. */
export async function editorsOf(
  db: Queries,
  entities: readonly string[],
  now: Date,
): Promise<{ userId: number; entity: string }[]> {
  const entity = sql<string>`${editor.flow} || '/' || ${editor.entityId}`;
  return db
    .selectDistinct({ userId: editor.userId, entity })
    .from(editor)
    .where(and(sql`${entity} = any(${sql.param([...entities])}::text[])`, isOpen(now)));
}

export async function dropClosedEditors(db: Queries, now: Date): Promise<void> {
  await db.delete(editor).where(lt(editor.seenAt, new Date(now.getTime() - OPEN_MS)));
}

function isOpen(now: Date) {
  return gt(editor.seenAt, new Date(now.getTime() - OPEN_MS));
}
